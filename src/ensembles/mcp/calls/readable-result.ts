import { isSpecType, specTypeSchemas } from '@modelcontextprotocol/client';
import { isJsonObject, type JsonObject, type JsonValue } from '../../../converser/json/json.ts';

const { validate } = specTypeSchemas.CallToolResult['~standard'];

/**
 * What a tool answers, as far as it can be read. The library refuses the whole answer for one part that is not quite
 * as it should be; by then the tool has done its work, and whoever called it wants to know what came of that.
 *
 * Invariant: what is sound is left as it came, and what is for the person alone stays so.
 */
export const readableResult: typeof specTypeSchemas.CallToolResult = {
  '~standard': {
    version: 1,
    vendor: 'converser',
    validate(value) {
      const checked = validate(value);
      if (checked instanceof Promise || checked.issues === undefined) return checked;
      const mended = isJsonObject(value) ? mend(value) : undefined;
      const again = mended === undefined ? checked : validate(mended);
      // What is told to be wrong is what the server said, and not what was made of it.
      return again instanceof Promise || again.issues === undefined ? again : checked;
    },
  },
};

/** The answer as the specification wants it; nothing where none of it can be read. */
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

/** The part as the specification wants it; nothing where that cannot be made of it. */
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

/** Several languages write null for what is not there. */
function withoutNulls(said: JsonObject): JsonObject {
  return Object.fromEntries(Object.entries(said).filter(([, value]) => value !== null));
}

/** Of what is said about a part, this alone decides who is shown it. */
function audienceOf(annotations: JsonValue | undefined): JsonObject {
  if (annotations === undefined || !isJsonObject(annotations)) return {};
  const { audience } = annotations;
  const roles = (Array.isArray(audience) ? audience : [audience]).filter(
    role => role === 'user' || role === 'assistant',
  );
  return roles.length === 0 ? {} : { annotations: { audience: roles } };
}

/** From the alphabet for addresses, from lines, or from within an address. */
function plainBase64(data: JsonValue): JsonValue {
  if (typeof data !== 'string') return data;
  const bare = data.replace(/^data:[^,]*;base64,/, '').replace(/\s+/g, '');
  return /^[\w+/-]*=*$/.test(bare) ? Buffer.from(bare, 'base64').toString('base64') : data;
}

function leftOut(part: JsonValue | undefined): JsonObject {
  const type = part !== undefined && isJsonObject(part) ? part.type : undefined;
  // Servers choose the word, and it ends up in brackets of ours.
  const kind = typeof type === 'string' && /^[\w.+/-]{1,40}$/.test(type) ? ` of the type ${type}` : '';
  return { type: 'text', text: `[a part${kind} that is not of MCP, or broken: it cannot be read]` };
}
