import { openAiSchemaComplaint } from './schema-complaints.ts';
import {
  holdsHalfCharacter,
  isImageUrl,
  isObjectJson,
  isPdfUrl,
  isSaid,
  toolName,
} from './wire-complaints.ts';

interface Call {
  readonly id?: unknown;
  readonly type?: unknown;
  readonly function?: {
    readonly name?: unknown;
    readonly arguments?: unknown;
    readonly parameters?: object;
  };
}

interface Message {
  readonly role: string;
  readonly content?: unknown;
  readonly tool_calls?: readonly Call[];
  readonly tool_call_id?: unknown;
}

/**
 * What some server of Chat Completions would say is wrong: the vendor's, Mistral's, or one that fills the template
 * of a local model. A request that goes to any server must satisfy them all.
 */
export function chatComplaint(body: Readonly<Record<string, unknown>>): string | undefined {
  const messages = body.messages as readonly Message[];
  if (!Array.isArray(messages) || messages.length === 0) return 'messages: too short';
  if (holdsHalfCharacter(body)) return 'lone surrogate';
  const tools = (body.tools ?? []) as readonly Call[];
  if (body.tools !== undefined && tools.length === 0) return 'tools: too short';
  if (!tools.every(({ function: named }) => toolName.test(String(named?.name)))) return 'tools: bad name';
  const schemas = tools.map(({ function: named }) => openAiSchemaComplaint(named?.parameters, named?.name));
  const complaint =
    schemas.find(Boolean) ?? messages.map(message => complaintAboutMessage(message)).find(Boolean);
  return complaint ?? complaintAboutOrder(messages) ?? complaintAboutCalls(messages, idForm(body.model));
}

function complaintAboutMessage({ role, content, tool_calls: calls }: Message): string | undefined {
  switch (role) {
    case 'system':
    case 'developer':
      return isSaid(content) ? undefined : `${role}: content must not be empty`;
    case 'user':
      return isUserContent(content) ? undefined : `user: bad content ${JSON.stringify(content)}`;
    case 'assistant':
      if (calls !== undefined && calls.length === 0) return 'tool_calls: too short';
      return isSaid(content) || (content === null && calls !== undefined)
        ? undefined
        : 'assistant: content or tool_calls must be set';
    case 'tool':
      return typeof content === 'string' ? undefined : 'tool: content must be a text';
    default:
      return `unknown role ${role}`;
  }
}

function isUserContent(content: unknown): boolean {
  if (!Array.isArray(content)) return isSaid(content);
  return content.length > 0 && content.every(isPart);
}

function isPart(part: Readonly<Record<string, Readonly<Record<string, unknown>>>>): boolean {
  switch (String(part.type)) {
    case 'text':
      return isSaid(part.text);
    case 'image_url':
      return isImageUrl(part.image_url?.url);
    case 'file':
      return isPdfUrl(part.file?.file_data) && isSaid(part.file?.filename);
    default:
      return false;
  }
}

/** Templates of local models, and Mistral's servers, know one order only. */
function complaintAboutOrder(messages: readonly Message[]): string | undefined {
  const roles = messages.map(({ role }) => role).map(role => (role === 'developer' ? 'system' : role));
  if (roles.lastIndexOf('system') > 0) return 'System message must be at the beginning';
  const spoken = roles.filter(role => role !== 'system');
  if (spoken[0] !== 'user') return 'the first message must be the user’s';
  if (spoken.at(-1) === 'assistant') return 'Expected last role User or Tool for serving but got assistant';
  const wrong = spoken.find((role, at) => !followers[spoken[at - 1] ?? 'nobody']?.includes(role));
  return wrong === undefined ? undefined : `Unexpected role ${wrong} among ${spoken.join()}`;
}

const followers: Readonly<Record<string, readonly string[]>> = {
  nobody: ['user'],
  user: ['assistant'],
  assistant: ['user', 'tool'],
  tool: ['tool', 'assistant'],
};

/** Calls may stand in a request without tools. */
function complaintAboutCalls(messages: readonly Message[], form: RegExp): string | undefined {
  const seen = new Set<unknown>();
  let open: unknown[] = [];
  for (const { role, tool_calls: calls = [], tool_call_id: answered } of messages) {
    if (role === 'tool') {
      if (open.shift() !== answered)
        return `tool message ${answered} answers no call, or not in the order of calls`;
      continue;
    }
    if (open.length > 0) return `tool_call_ids without a response: ${open.join()}`;
    const complaint = calls.map(call => complaintAboutCall(call, { seen, form })).find(Boolean);
    if (complaint !== undefined) return complaint;
    open = calls.map(({ id }) => id);
  }
  return open.length > 0 ? `tool_call_ids without a response: ${open.join()}` : undefined;
}

interface Ids {
  readonly seen: Set<unknown>;
  readonly form: RegExp;
}

/** Kimi K2 stops calling where its template prints other ids: https://github.com/ml-explore/mlx-lm/pull/821 */
function idForm(model: unknown): RegExp {
  return /kimi-k2/i.test(String(model)) ? /^functions\.[\w-]+:\d+$/ : /^[a-zA-Z0-9]{9}$/;
}

function complaintAboutCall({ id, type, function: named }: Call, { seen, form }: Ids): string | undefined {
  // The vendor's servers take up to 40 characters.
  if (!form.test(String(id))) return `Tool call id was ${id} but must be a-z, A-Z, 0-9, with a length of 9.`;
  if (seen.has(id)) return `tool call id ${id} occurs twice`;
  seen.add(id);
  if (type !== 'function') return 'tool call without its type';
  if (!toolName.test(String(named?.name))) return `Invalid function name ${named?.name}`;
  return isObjectJson(named?.arguments) ? undefined : `arguments are no object: ${named?.arguments}`;
}
