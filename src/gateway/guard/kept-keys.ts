import { isAmount, isJsonObject, type JsonObject, type JsonValue } from '../../converser/json/json.ts';
import type { KeptKey, Scopes } from './client-keys.ts';

/** Keys as they were stored. One that is damaged opens nothing: what it lacks may have been a limit. */
export function parseKeptKeys(value: unknown): readonly KeptKey[] {
  return Array.isArray(value) ? value.filter(isKeptKey) : [];
}

/** Limits as they were written; `undefined` if one of them can't be read, and so could not be kept. */
export function parseScopes(value: unknown): Scopes | undefined {
  return isJsonObject(value) && areScopes(value) ? value : undefined;
}

function isKeptKey(value: JsonValue): value is JsonValue & KeptKey {
  if (!isJsonObject(value)) return false;
  const { name, hash, ...scopes } = value;
  const isNamed = typeof name === 'string' && typeof hash === 'string' && /^[0-9a-f]{64}$/.test(hash);
  return isNamed && areScopes(scopes);
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
