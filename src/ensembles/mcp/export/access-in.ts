import { isJsonObject, type JsonValue } from '../../../converser/json/json.ts';
import type { McpAccess } from './export-targets.ts';

/** What an entry of any program has of an address and a key; `undefined` if it is reached in another way. */
export function accessIn(entry: JsonValue | undefined): McpAccess | undefined {
  if (!isJsonObject(entry)) return undefined;
  const { url, httpUrl, serverUrl, headers, http_headers: codexHeaders } = entry;
  const address = url ?? httpUrl ?? serverUrl;
  const own = headers ?? codexHeaders;
  const authorization = isJsonObject(own) ? own.Authorization : undefined;
  if (typeof address !== 'string' || typeof authorization !== 'string') return undefined;
  return { url: address, key: authorization.replace(/^Bearer +/i, '') };
}
