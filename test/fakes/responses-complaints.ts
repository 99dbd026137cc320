import { openAiSchemaComplaint } from './schema-complaints.ts';
import {
  holdsHalfCharacter,
  isImageUrl,
  isObjectJson,
  isPdfUrl,
  isSaid,
  toolName,
} from './wire-complaints.ts';

type Item = Readonly<Record<string, unknown>>;

/** What the vendor's server would say is wrong with a request in Responses of which it keeps nothing. */
export function responsesComplaint(body: Readonly<Record<string, unknown>>): string | undefined {
  const { input } = body;
  if (!Array.isArray(input) || input.length === 0)
    return 'One of "input" or "previous_response_id" must be provided.';
  if (holdsHalfCharacter(body)) return 'lone surrogate';
  if (body.store !== false) return 'store: must be false here';
  const tools = (body.tools ?? []) as readonly Item[];
  if (!tools.every(({ name }) => isName(name))) return 'tools: bad name';
  const schemas = tools.map(({ name, parameters }) => openAiSchemaComplaint(parameters, name));
  if (schemas.some(Boolean)) return schemas.find(Boolean);
  const items = input as readonly Item[];
  const complaint = items.map((item, at) => complaintAboutItem(item, { items, at, body })).find(Boolean);
  return complaint ?? complaintAboutPairs(items) ?? complaintAboutEnd(items);
}

interface Place {
  readonly items: readonly Item[];
  readonly at: number;
  readonly body: Readonly<Record<string, unknown>>;
}

function complaintAboutItem(item: Item, place: Place): string | undefined {
  if (item.type === 'additional_tools') return complaintAboutTools(item, place);
  if (typeof item.role === 'string') return complaintAboutMessage(item);
  switch (item.type) {
    case 'function_call':
      if (!isCallId(item.call_id)) return `Invalid call_id ${item.call_id}`;
      if (!isName(item.name)) return `Invalid name ${item.name}`;
      return isObjectJson(item.arguments) ? undefined : `arguments are no object: ${item.arguments}`;
    case 'function_call_output':
      return isContent(item.output, true) ? undefined : 'Invalid output';
    case 'reasoning':
      return complaintAboutReasoning(item, place);
    default:
      return `Invalid item ${JSON.stringify(item)}`;
  }
}

/** Of the developer only, and each tool once. */
function complaintAboutTools({ role, tools }: Item, { items, body }: Place): string | undefined {
  if (role !== 'developer') return `Invalid role ${role} of additional_tools`;
  const added = tools as readonly Item[];
  if (!Array.isArray(tools) || added.length === 0) return 'additional_tools without tools';
  if (!added.every(({ type, name }) => type === 'function' && isName(name))) return 'tools: bad name';
  const others = items.flatMap(item =>
    item.type === 'additional_tools' ? (item.tools as readonly Item[]) : [],
  );
  const names = [...((body.tools ?? []) as readonly Item[]), ...others].map(({ name }) => name);
  return new Set(names).size === names.length ? undefined : 'a tool is there twice';
}

function complaintAboutMessage({ type, role, content, phase }: Item): string | undefined {
  if (!['user', 'assistant', 'system', 'developer'].includes(String(role))) return `Invalid role ${role}`;
  // So says llama.cpp, of the model's messages alone.
  if (role === 'assistant' && type !== 'message') return 'Cannot determine type of ‘item’';
  const isPhase = role === 'assistant' && ['commentary', 'final_answer'].includes(String(phase));
  if (phase !== undefined && !isPhase) return `Invalid phase ${phase} of ${role}`;
  const isRight = role === 'user' ? isContent(content, false) : isSaid(content);
  return isRight ? undefined : `${role}: bad content ${JSON.stringify(content)}`;
}

function isContent(content: unknown, mayBeEmpty: boolean): boolean {
  if (!Array.isArray(content)) return typeof content === 'string' && (mayBeEmpty || content !== '');
  return content.length > 0 && content.every(isPart);
}

function isPart(part: Item): boolean {
  switch (part.type) {
    case 'input_text':
      return isSaid(part.text);
    case 'input_image':
      return isImageUrl(part.image_url);
    case 'input_file':
      return isPdfUrl(part.file_data) && isSaid(part.filename);
    default:
      return false;
  }
}

/** Reasoning is wanted back with what it led to, sealed, once, and by models that reason. */
function complaintAboutReasoning(item: Item, { items, at, body }: Place): string | undefined {
  if (body.include === undefined)
    return 'Reasoning input items can only be provided to a reasoning or computer use model.';
  if (typeof item.encrypted_content !== 'string' || item.encrypted_content === '')
    return `Item with id '${item.id}' not found. Items are not persisted when \`store\` is set to false.`;
  if (items.findIndex(({ type, id }) => type === 'reasoning' && id === item.id) < at)
    return `Duplicate item found with id ${item.id}.`;
  const next = items.slice(at).find(({ type }) => type !== 'reasoning');
  return next?.type === 'function_call' || next?.role === 'assistant'
    ? undefined
    : `Item '${item.id}' of type 'reasoning' was provided without its required following item.`;
}

function complaintAboutPairs(items: readonly Item[]): string | undefined {
  const open = new Set<unknown>();
  const seen = new Set<unknown>();
  for (const { type, call_id: id } of items) {
    if (type === 'function_call') {
      if (seen.has(id)) return `Duplicate call_id ${id}`;
      seen.add(id);
      open.add(id);
    }
    if (type === 'function_call_output' && !open.delete(id))
      return `No tool call found for function call output with call_id ${id}.`;
  }
  return open.size > 0 ? `No tool output found for function call ${[...open].join()}.` : undefined;
}

/** The vendor takes such an end, but answers with nothing. */
function complaintAboutEnd(items: readonly Item[]): string | undefined {
  return items.at(-1)?.role === 'assistant' ? 'the last item must not be the assistant’s' : undefined;
}

function isCallId(id: unknown): boolean {
  return typeof id === 'string' && id.length > 0 && id.length <= 64;
}

function isName(name: unknown): boolean {
  return toolName.test(String(name));
}
