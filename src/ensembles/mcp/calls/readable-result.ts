import { isSpecType, specTypeSchemas } from '@modelcontextprotocol/client';
import { isJsonObject, type JsonObject, type JsonValue } from '../../../converser/ground/json/json.ts';

const { validate } = specTypeSchemas.CallToolResult['~standard'];

/** Invariant: malformed parts are mended or left out, valid ones unchanged, and those for the user alone remain so. */
export const readableResult: typeof specTypeSchemas.CallToolResult = {
  '~standard': {
    version: 1,
    vendor: 'converser',
    validate(value) {
      const checked = validate(value);
      if (checked instanceof Promise || checked.issues === undefined) return checked;
      const mended = isJsonObject(value) ? mend(value) : undefined;
      const again = mended === undefined ? checked : validate(mended);
      return again instanceof Promise || again.issues === undefined ? again : checked;
    },
  },
};

function mend({ content, structuredContent, isError }: JsonObject): JsonObject | undefined {
  const parts = partsOf(content);
  const mended = parts.map(mendPart);
  const isFailed = isError === true || isError === 'true';
  const hasStructured = structuredContent !== undefined && structuredContent !== null;
  const isReadable = parts.length === 0 || mended.some(part => part !== undefined);
  if (!isReadable && !hasStructured && !isFailed) return undefined;
  return {
    content: mended.map((part, at) => part ?? leftOut(parts[at])),
    ...(hasStructured ? { structuredContent } : {}),
    ...(isFailed ? { isError: true } : {}),
  };
}

function partsOf(content: JsonValue | undefined): readonly JsonValue[] {
  if (Array.isArray(content)) return content;
  return content === undefined || content === null ? [] : [content as JsonValue];
}

function mendPart(part: JsonValue): JsonObject | undefined {
  if (typeof part === 'string') return { type: 'text', text: part };
  if (!isJsonObject(part)) return undefined;
  if (isSpecType.ContentBlock(part)) return part;
  const { annotations, _meta, ...said } = withoutNulls(part);
  const audience = audienceOf(annotations);
  const { data, resource } = said;
  const mended = {
    ...said,
    ...audience,
    ...(data === undefined ? {} : { data: plainBase64(data) }),
    ...(isJsonObject(resource) ? { resource: mendResource(resource) } : {}),
  };
  if (isSpecType.ContentBlock(mended)) return mended as JsonObject;
  return typeof said.text === 'string' ? { type: 'text', text: said.text, ...audience } : undefined;
}

function mendResource(resource: JsonObject): JsonObject {
  const { _meta, ...said } = withoutNulls(resource);
  return said.blob === undefined ? said : { ...said, blob: plainBase64(said.blob) };
}

function withoutNulls(said: JsonObject): JsonObject {
  return Object.fromEntries(Object.entries(said).filter(([, value]) => value !== null));
}

function audienceOf(annotations: JsonValue | undefined): JsonObject {
  if (annotations === undefined || !isJsonObject(annotations)) return {};
  const { audience } = annotations;
  const roles = (Array.isArray(audience) ? audience : [audience]).filter(
    role => role === 'user' || role === 'assistant',
  );
  return roles.length === 0 ? {} : { annotations: { audience: roles } };
}

function plainBase64(data: JsonValue): JsonValue {
  if (typeof data !== 'string') return data;
  const bare = data.replace(/^data:[^,]*;base64,/, '').replace(/\s+/g, '');
  return /^[\w+/-]*=*$/.test(bare) ? Buffer.from(bare, 'base64').toString('base64') : data;
}

function leftOut(part: JsonValue | undefined): JsonObject {
  const type = part !== undefined && isJsonObject(part) ? part.type : undefined;
  // The server chooses this word, and it appears inside brackets of ours.
  const kind = typeof type === 'string' && /^[\w.+/-]{1,40}$/.test(type) ? ` of the type ${type}` : '';
  return { type: 'text', text: `[a part${kind} can’t be read: it is broken or not valid MCP]` };
}
