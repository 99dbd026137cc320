import { isAmount, isJsonObject, type JsonObject, type JsonValue } from '../../converser/ground/json/json.ts';
import type { Scopes } from './client-keys.ts';

/** `undefined` if a limit can't be read, or isn't known to this version, and so couldn't be kept. */
export function parseScopes(value: unknown): Scopes | undefined {
  return isJsonObject(value) && areScopes(value) ? value : undefined;
}

function areScopes(value: JsonObject): value is JsonObject & Scopes {
  return Object.entries(value).every(([scope, limit]) => scopeMistake(scope, limit) === undefined);
}

/** Returns `unknown`, or what the limit must be; `undefined` if it is fine. */
export function scopeMistake(scope: string, limit: JsonValue): string | undefined {
  const [fits, expected] = scopes.get(scope) ?? unknown;
  return fits(limit) ? undefined : expected;
}

type Scope = readonly [fits: (limit: JsonValue) => boolean, expected: string];

const unknown: Scope = [() => false, 'unknown'];
const names: Scope = [isNames, 'must be a list of strings'];
const amount: Scope = [isAmount, 'must be a number of 0 or more'];

const scopes: ReadonlyMap<string, Scope> = new Map([
  ['models', names],
  ['ensembles', names],
  ['bareNames', [limit => typeof limit === 'boolean', 'must be true or false']],
  ['requestsPerMinute', amount],
  ['concurrent', amount],
  ['dollarsPerDay', amount],
]);

export const scopeNames: readonly string[] = [...scopes.keys()];

function isNames(limit: JsonValue): boolean {
  return Array.isArray(limit) && limit.every(name => typeof name === 'string');
}
