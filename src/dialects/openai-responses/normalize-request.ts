import type { ResponseCreateParams, ResponseInput } from 'openai/resources/responses/responses';
import { errors } from '../../converser/ground/errors.ts';
import { isJsonObject, type JsonObject, type JsonValue } from '../../converser/ground/json/json.ts';
import { type Canister, ordinaryMarks } from '../../converser/words/canister/canister.ts';
import { text } from '../../converser/words/canister/content.ts';
import { readTools } from '../client/read-tools.ts';
import { readChoice } from '../client/tool-choice.ts';
import { type ClientRequest, checkedBody, checkList, ignoredIn } from '../client-request.ts';
import { normalizeFormat } from '../reply-format.ts';
import { normalizeInput } from './normalize-input.ts';

/** Throws `bad-arguments` for an invalid body, and for one that continues what would have to be stored. */
export function normalizeRequest(
  body: unknown,
  { timestamp }: { readonly timestamp: string },
): ClientRequest {
  const { model, input, instructions, stream, tools, tool_choice, ...more } = checked(body);
  const {
    include: _include,
    stream_options: _stream,
    text: said,
    parallel_tool_calls: parallel,
    ...rest
  } = more;
  const { options, ignored } = ignoredIn(rest as JsonObject, neverHeeded);
  const { tools: offered, clientTools, ignored: others } = readTools([...tools, ...laterTools(input, tools)]);
  const choice = readChoice(offered, tool_choice);
  const unread: string[] = [];
  const { format, ...talk } = isJsonObject(said) ? (said as JsonObject) : {};
  return {
    model,
    canisters: [
      ...supervisor(instructions, timestamp),
      ...normalizeInput(input, { timestamp, ignored: unread }),
    ],
    ...choice,
    clientTools,
    ...normalizeFormat(format),
    ...(parallel === false ? { parallel } : {}),
    dialect: 'openai-responses',
    options: { ...options, ...(Object.keys(talk).length === 0 ? {} : { text: talk }) },
    stream: stream ?? false,
    ignored: [...unread, ...others, ...choice.ignored, ...ignored],
  };
}

/** Tools that a search found are told among what was said, perhaps again. */
function laterTools(input: string | ResponseInput, tools: readonly JsonObject[]): readonly JsonObject[] {
  const items = typeof input === 'string' ? [] : (input as unknown as readonly JsonObject[]);
  return items
    .filter(({ type }) => type === 'additional_tools' || type === 'tool_search_output')
    .flatMap(({ tools: later }) => (Array.isArray(later) ? later.filter(isJsonObject) : []))
    .filter(({ name }) => !tools.some(known => known.name === name));
}

/** Nothing is stored here, and replies have no place for the rest. */
const neverHeeded = ['store', 'top_logprobs', 'truncation', 'max_tool_calls'];

interface Checked extends Omit<ResponseCreateParams, 'model' | 'input' | 'tools'> {
  readonly model: string;
  readonly input: string | ResponseInput;
  readonly tools: readonly JsonObject[];
}

const rule = 'an item with a role or a type, and with the fields of its type';

function checked(body: unknown): Checked {
  const { model, input, tools: given, ...others } = checkedBody(body);
  if (typeof input !== 'string') checkList(input, { path: 'input', isRight: isItem, rule });
  checkReferences(input);
  const tools = given ?? [];
  checkList(tools, { path: 'tools', isRight: isJsonObject, rule: 'an object' });
  for (const [name, reason] of Object.entries(stored))
    if ((others[name] ?? null) !== null && others[name] !== false)
      throw errors.badArguments(`${name}: ${reason}`);
  return { ...others, tools, model, input } as unknown as Checked;
}

function checkReferences(input: JsonValue | undefined): void {
  const at = Array.isArray(input) ? input.findIndex(isReference) : -1;
  if (at >= 0)
    throw errors.badArguments(
      `input[${at}]: no item with this id is kept. Send the item itself. Clients such as the AI SDK do with \`store: false\`.`,
    );
}

function isReference(item: JsonValue): boolean {
  return isJsonObject(item) && item.type === 'item_reference';
}

const stored: Readonly<Record<string, string>> = {
  previous_response_id: 'responses are not stored. Send the whole input.',
  conversation: 'conversations are not stored. Send the whole input.',
  prompt: 'prompts are not stored. Send their text.',
  background: 'responses are not stored, so none can be fetched later. Leave it out.',
};

export function isItem(item: unknown): boolean {
  if (!isJsonObject(item) || typeof (item.type ?? '') !== 'string') return false;
  const { type } = item;
  if (type === 'function_call' || type === 'custom_tool_call') {
    const said = type === 'function_call' ? item.arguments : item.input;
    return [item.call_id, item.name, said].every(field => typeof field === 'string');
  }
  if (type === 'function_call_output' || type === 'custom_tool_call_output')
    return typeof item.call_id === 'string' && isContent(item.output);
  if (type === 'additional_tools') return Array.isArray(item.tools);
  if (type === 'reasoning') return typeof (item.encrypted_content ?? '') === 'string';
  return typeof item.role === 'string' ? isContent(item.content) : typeof type === 'string';
}

function isContent(content: JsonValue | undefined): boolean {
  return typeof content === 'string' || (Array.isArray(content) && content.every(isJsonObject));
}

function supervisor(instructions: string | null | undefined, timestamp: string): readonly Canister[] {
  if (!instructions) return [];
  const content = [text(instructions)];
  return [{ id: 'instructions', timestamp, marks: ordinaryMarks, role: 'supervisor', content }];
}
