import { isJsonObject, type JsonValue } from '../../converser/ground/json/json.ts';
import type { KnownSecrets } from '../../converser/ground/secrets/known-secrets.ts';
import { fromJson, toJson } from '../../converser/words/canister/canister-json.ts';

/** A record in which no known secret stands, not even as the name of an argument. */
export function hiddenRecord(
  record: string,
  { hide, hideIn }: Pick<KnownSecrets, 'hide' | 'hideIn'>,
): string {
  // In JSON, secrets have spellings that are among those hidden.
  if (hide(record) === record) return record;
  const value = fromJson<unknown>(record);
  const hidden = hideIn(value);
  const written = hidden === value ? record : toJson(hidden);
  return hide(written) === written ? written : JSON.stringify(JSON.parse(written, withHiddenNames(hide)));
}

function withHiddenNames(hide: KnownSecrets['hide']) {
  return (_key: string, value: JsonValue) => {
    if (!isJsonObject(value) || Object.keys(value).every(name => hide(name) === name)) return value;
    return Object.fromEntries(Object.entries(value).map(([name, inner]) => [hide(name), inner]));
  };
}
