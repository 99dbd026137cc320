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
  return Object.entries(value).every(([scope, limit]) => checks.get(scope)?.(limit) ?? false);
}

const checks: ReadonlyMap<string, (limit: JsonValue) => boolean> = new Map([
  ['models', isNames],
  ['ensembles', isNames],
  ['bareNames', limit => typeof limit === 'boolean'],
  ['requestsPerMinute', isAmount],
  ['concurrent', isAmount],
  ['dollarsPerDay', isAmount],
]);

function isNames(limit: JsonValue): boolean {
  return Array.isArray(limit) && limit.every(name => typeof name === 'string');
}
