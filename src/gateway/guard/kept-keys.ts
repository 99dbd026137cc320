import { isAmount, isJsonObject, type JsonValue } from '../../converser/json/json.ts';
import type { KeptKey } from './client-keys.ts';

/** Keys as they were stored. One that is damaged opens nothing: what it lacks may have been a limit. */
export function parseKeptKeys(value: unknown): readonly KeptKey[] {
  return Array.isArray(value) ? value.filter(isKeptKey) : [];
}

function isKeptKey(value: JsonValue): value is JsonValue & KeptKey {
  if (!isJsonObject(value)) return false;
  const { name, hash, ...scopes } = value;
  const isNamed = typeof name === 'string' && typeof hash === 'string' && /^[0-9a-f]{64}$/.test(hash);
  // A limit that this version does not know could not be kept.
  return isNamed && Object.entries(scopes).every(([scope, limit]) => checks.get(scope)?.(limit) ?? false);
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
