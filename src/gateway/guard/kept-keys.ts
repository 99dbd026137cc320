import { isAmount, isJsonObject, type JsonObject, type JsonValue } from '../../converser/ground/json/json.ts';
import type { Scopes } from './client-keys.ts';

/** Limits as they were written; `undefined` if one of them can't be read, and so could not be kept. */
export function parseScopes(value: unknown): Scopes | undefined {
  return isJsonObject(value) && areScopes(value) ? value : undefined;
}

/** A limit that this version does not know could not be kept. */
function areScopes(value: JsonObject): value is JsonObject & Scopes {
  return Object.entries(value).every(([scope, limit]) => scopeMistake(scope, limit) === undefined);
}

/** What is wrong with a limit: `unknown`, or what it must be. `undefined`: nothing. */
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

/** What a key can be limited in. */
export const scopeNames: readonly string[] = [...scopes.keys()];

function isNames(limit: JsonValue): boolean {
  return Array.isArray(limit) && limit.every(name => typeof name === 'string');
}
