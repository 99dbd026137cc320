import { anthropicSchemaComplaint } from './schema-complaints.ts';
import { holdsHalfCharacter, isBase64, isImageData, provokesRefusal, toolName } from './wire-complaints.ts';

type Source = Readonly<Record<string, unknown>>;

interface Block {
  readonly type: string;
  readonly text?: string;
  readonly title?: unknown;
  readonly source?: Source;
  readonly id?: unknown;
  readonly name?: unknown;
  readonly input?: unknown;
  readonly tool_use_id?: unknown;
  readonly content?: readonly Block[];
  readonly is_error?: unknown;
  readonly tool_name?: unknown;
}

interface Tool {
  readonly name?: unknown;
  readonly input_schema?: object;
  readonly defer_loading?: unknown;
  readonly cache_control?: unknown;
}

interface Message {
  readonly role: string;
  readonly content: readonly Block[];
}

/** What the real API would say is wrong; see https://platform.claude.com/docs/en/api/errors. */
export function complaintAbout(body: Readonly<Record<string, unknown>>): string | undefined {
  const messages = body.messages as readonly Message[];
  if (!Array.isArray(messages) || messages.length === 0) return 'messages: at least one message is required';
  if (messages[0]?.role !== 'user') return 'messages: first message must use the "user" role';
  if (messages.at(-1)?.role === 'assistant') return 'messages: the last message must be the user’s';
  if (holdsHalfCharacter(body)) return 'lone surrogate';
  // https://platform.claude.com/docs/en/test-and-evaluate/strengthen-guardrails/handle-streaming-refusals
  if (JSON.stringify(messages).includes(provokesRefusal))
    return 'stop_reason: refusal, until what was refused is taken out';
  if ((JSON.stringify(body).match(/"cache_control":/g) ?? []).length > 4) return 'too many cache markers';
  if (messages.some(({ content }) => content.length === 0)) return 'content must not be empty';
  const system = (body.system ?? []) as readonly Block[];
  const blocks = [...system, ...messages.flatMap(({ content }) => content)];
  const usesTools = blocks.some(({ type }) => /^tool_(use|result)$/.test(type));
  if (usesTools && body.tools === undefined)
    return 'Requests which include `tool_use` or `tool_result` blocks must define tools.';
  const tools = (body.tools ?? []) as readonly Tool[];
  const complaints = [
    ...tools.map(({ input_schema: schema }, at) => anthropicSchemaComplaint(schema, at)),
    ...messages.map((message, at) => complaintAboutPair(message, messages[at - 1])),
    ...messages.map((_, at) => complaintAboutLate(String(body.model), messages.slice(at - 1, at + 2))),
    ...blocks.map(complaintAboutBlock),
    complaintAboutIds(blocks),
    complaintAboutDeferred(tools, blocks),
    complaintAboutImages(blocks),
  ];
  return complaints.find(Boolean);
}

function complaintAboutPair({ role, content }: Message, before: Message | undefined): string | undefined {
  if (role === before?.role) return 'roles must alternate';
  if (/thinking$/.test(content.at(-1)?.type ?? '')) return 'the final block cannot be thinking';
  const own = content.flatMap(({ type, id }) => (type === 'server_tool_use' ? [id] : []));
  const found = content.flatMap(({ type, tool_use_id: id }) =>
    type === 'web_search_tool_result' ? [id] : [],
  );
  if (own.some(id => !found.includes(id)) || found.some(id => !own.includes(id)))
    return '`web_search` tool use without a corresponding `web_search_tool_result` block';
  const asked = (before?.content ?? []).flatMap(({ type, id }) => (type === 'tool_use' ? [id] : []));
  const answered = content.flatMap(({ type, tool_use_id: id }) => (type === 'tool_result' ? [id] : []));
  if (asked.toSorted().join() !== answered.toSorted().join())
    return 'tool_use ids without tool_result blocks';
  const lateResult = content.findLastIndex(({ type }) => type === 'tool_result');
  if (lateResult + 1 !== answered.length) return 'tool_result blocks must come first';
  const strange = content.find(({ type }) => !sides[role]?.includes(type));
  return strange === undefined ? undefined : `${role}: no place for ${strange.type}`;
}

/** https://platform.claude.com/docs/en/build-with-claude/mid-conversation-system-messages */
function complaintAboutLate(model: string, [before, late, next]: readonly Message[]): string | undefined {
  if (late?.role !== 'system') return undefined;
  if (/claude-.*-(?:3|4-[0-7])/.test(model)) return "role 'system' is not supported on this model";
  const isPlaced = before?.role === 'user' && (next === undefined || next.role === 'assistant');
  return isPlaced ? undefined : 'role system: must follow the user and precede the assistant';
}

const sides: Readonly<Record<string, readonly string[]>> = {
  system: ['text'],
  user: ['text', 'image', 'document', 'tool_result'],
  assistant: 'text thinking redacted_thinking tool_use server_tool_use web_search_tool_result'.split(' '),
};

function complaintAboutBlock(block: Block): string | undefined {
  const { type, source = {}, title = '' } = block;
  switch (type) {
    case 'text':
      return block.text?.trim() ? undefined : 'text must be non-empty';
    case 'image':
      return isImageData(source.media_type, source.data) ? undefined : 'image cannot be processed';
    case 'document':
      return isDocument(source) && String(title).length <= 500 ? undefined : 'document cannot be processed';
    case 'tool_use':
      return complaintAboutCall(block);
    case 'tool_result':
      return complaintAboutResult(block);
    default:
      return undefined;
  }
}

function complaintAboutResult({ content = [], is_error: hasFailed }: Block): string | undefined {
  if (hasFailed === true && content.some(({ type }) => type !== 'text'))
    return 'all content must be type "text" if "is_error" is true';
  return content.map(complaintAboutBlock).find(Boolean);
}

/** https://platform.claude.com/docs/en/agents-and-tools/tool-use/tool-search-tool */
function complaintAboutDeferred(tools: readonly Tool[], blocks: readonly Block[]): string | undefined {
  const deferred = tools.filter(({ defer_loading: is }) => is === true);
  if (deferred.length > 0 && deferred.length === tools.length)
    return 'All tools have defer_loading set. At least one tool must be non-deferred.';
  if (deferred.some(({ cache_control: marker }) => marker !== undefined))
    return 'tools: defer_loading and cache_control cannot be used together';
  const results = blocks.filter(({ type }) => type === 'tool_result').map(({ content = [] }) => content);
  const names = new Set(deferred.map(({ name }) => name));
  for (const content of results) {
    const references = content.filter(({ type }) => type === 'tool_reference');
    if (references.length > 0 && references.length < content.length)
      return 'tool_reference beside other content';
    const unknown = references.find(({ tool_name: name }) => !names.has(name));
    if (unknown !== undefined)
      return `Tool reference '${unknown.tool_name}' has no corresponding tool definition`;
  }
  return undefined;
}

function complaintAboutCall({ id, name, input }: Block): string | undefined {
  if (!/^[a-zA-Z0-9_-]{1,64}$/.test(String(id))) return `tool_use.id: ${id} does not match the pattern`;
  if (!toolName.test(String(name))) return `tool_use.name: ${name} does not match the pattern`;
  return typeof input === 'object' && input !== null && !Array.isArray(input)
    ? undefined
    : 'tool_use.input must be an object';
}

function isDocument({ type, data, media_type: mimeType }: Source): boolean {
  if (type === 'text') return mimeType === 'text/plain' && String(data).trim() !== '';
  return type === 'base64' && mimeType === 'application/pdf' && isBase64(data);
}

/** https://platform.claude.com/docs/en/build-with-claude/vision#request-limits */
function complaintAboutImages(blocks: readonly Block[]): string | undefined {
  const images = blocks
    .flatMap(block => (block.type === 'tool_result' ? (block.content ?? []) : [block]))
    .filter(({ type }) => type === 'image');
  const [most, which] = images.length > 20 ? [2_000, ' for many-image requests'] : [8_000, ''];
  return images.some(({ source }) => sideOfPng(source) > most)
    ? `At least one of the image dimensions exceed max allowed size${which}: ${most} pixels`
    : undefined;
}

/** The longer side; 0 for other kinds. */
function sideOfPng({ data }: Source = {}): number {
  const bytes = Buffer.from(String(data), 'base64');
  const isPng = bytes.length >= 24 && bytes.toString('latin1', 1, 4) === 'PNG';
  return isPng ? Math.max(bytes.readUInt32BE(16), bytes.readUInt32BE(20)) : 0;
}

function complaintAboutIds(blocks: readonly Block[]): string | undefined {
  const ids = blocks.flatMap(({ type, id }) => (type === 'tool_use' ? [id] : []));
  return new Set(ids).size === ids.length ? undefined : 'tool_use ids must be unique';
}
