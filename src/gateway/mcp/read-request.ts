import { isJsonObject, type JsonObject, type JsonValue } from '../../converser/ground/json/json.ts';

export type ReadRequest =
  | { readonly kind: 'message'; readonly message: JsonObject }
  | { readonly kind: 'refused'; readonly code: number; readonly message: string; readonly id: JsonValue };

/** Many languages write null for what isn't there, where the library wants nothing. It doesn't answer what it can't read. */
export function readRequest(written: JsonValue): ReadRequest {
  if (!isJsonObject(written)) return refused('A message must be a JSON object.', null);
  const { id, method, params = null, ...others } = written;
  const isId = typeof id === 'string' || Number.isInteger(id);
  // An answer, or the error of a client that could not read our request.
  if (method === undefined && ('result' in written || 'error' in written))
    return { kind: 'message', message: written };
  if (id !== undefined && !isId) return refused('id must be a string or an integer.', null);
  if (typeof method !== 'string') return refused('method must be a string.', id ?? null);
  if (params !== null && !isJsonObject(params))
    return refused('params must be an object.', id ?? null, invalidParams);
  const request = { ...others, jsonrpc: '2.0', ...(id !== undefined && { id }), method };
  return {
    kind: 'message',
    message: params === null ? request : { ...request, params: withoutNulls(params) },
  };
}

/** https://www.jsonrpc.org/specification#error_object */
const invalidRequest = -32_600;
const invalidParams = -32_602;

function refused(message: string, id: JsonValue, code = invalidRequest): ReadRequest {
  return { kind: 'refused', code, message, id };
}

/** What arguments hold is the tool's: there null may be a value. */
function withoutNulls({ _meta: meta = null, ...params }: JsonObject): JsonObject {
  return { ...given(params), ...(isJsonObject(meta) && { _meta: given(meta) }) };
}

function given(object: JsonObject): JsonObject {
  return Object.fromEntries(Object.entries(object).filter(([, value]) => value !== null));
}
