import { isJsonObject, type JsonObject, type JsonValue } from '../../converser/ground/json/json.ts';
import { readJson } from '../../converser/ground/json/lenient-json.ts';
import { isNestedDeeper, mostNested } from '../../converser/ground/json/nesting.ts';
import { completed } from './completed.ts';
import { joinOutcomes, malformed, type Outcome } from './outcome.ts';
import type { ToolNames } from './tool-names.ts';

interface Reading {
  readonly tools: ToolNames;
  readonly marked: boolean;
}

export function readWritten(raw: string, reading: Reading): Outcome {
  const read = readJson(raw);
  if (read.kind === 'value') return readValue(read.value, reading);
  return reading.marked || looksLikeCall(raw, reading.tools)
    ? malformed(`its JSON cannot be read: ${read.reason}`)
    : { kind: 'text' };
}

/** Reads a list of objects that have the name of a tool as their only key, and its arguments as the value. */
export function readKeyed(raw: string, tools: ToolNames): Outcome {
  const read = readJson(raw);
  if (read.kind !== 'value') return malformed(`its JSON cannot be read: ${read.reason}`);
  const entries: readonly JsonValue[] = Array.isArray(read.value) ? read.value : [read.value];
  const calls = entries.flatMap(entry => (isJsonObject(entry) ? Object.entries(entry) : []));
  return calls.length === 0
    ? malformed('it contains no readable call')
    : joinOutcomes(calls.map(([name, written]) => callOf(name, written, tools)));
}

/** Truncated JSON is never a call, unless it lacks only its last brace. */
export function readTruncated(raw: string, tools: ToolNames): Outcome {
  if (!looksLikeCall(raw, tools)) return { kind: 'text' };
  const whole = completed(raw);
  const read = whole === undefined ? undefined : readJson(whole);
  return read?.kind === 'value'
    ? readValue(read.value, { tools, marked: false })
    : malformed('it is incomplete');
}

export function callOf(name: string, written: JsonValue | undefined, tools: ToolNames): Outcome {
  const resolved = tools.resolve(name);
  if (resolved === undefined) return malformed(`unknown tool ${JSON.stringify(name.slice(0, 80))}`);
  const read = typeof written === 'string' ? readText(written) : (written ?? {});
  if (typeof read === 'string') return malformed(`the arguments of ${resolved} cannot be read: ${read}`);
  if (!isJsonObject(read)) return malformed(`the arguments of ${resolved} are not an object`);
  if (isNestedDeeper(read, mostNested)) {
    return malformed(`the arguments of ${resolved} are nested more than ${mostNested} levels deep`);
  }
  return { kind: 'calls', calls: [{ name: resolved, arguments: read }], said: '' };
}

function readText(written: string): JsonValue {
  if (written.trim() === '') return {};
  const read = readJson(written);
  if (read.kind === 'refused') return read.reason;
  return typeof read.value === 'string' ? 'they are a string, not an object' : (read.value ?? {});
}

function readValue(value: JsonValue, reading: Reading): Outcome {
  const outcome = Array.isArray(value) ? readList(value, reading) : readEntry(value, reading);
  return outcome.kind === 'text' && reading.marked ? malformed('it contains no readable call') : outcome;
}

function readList(list: readonly JsonValue[], reading: Reading): Outcome {
  if (list.length === 0) return { kind: 'text' };
  const outcomes = list.map(entry => readEntry(entry, reading));
  const isMixed = outcomes.some(({ kind }) => kind === 'text' || kind === 'answer');
  return isMixed ? { kind: 'text' } : joinOutcomes(outcomes);
}

const listKeys = ['calls', 'tool_calls', 'tool_uses', 'toolCalls', 'functionCalls'];
const wrapperKeys = ['function', 'function_call', 'tool_call', 'call', 'functionCall', 'toolCall', 'toolUse'];
const nameKeys = 'name tool tool_name toolName function function_name recipient_name action'.split(' ');
const argumentKeys = ['arguments', 'parameters', 'args', 'params', 'input', 'action_input'];
const answerKeys = ['answer', 'final_answer'];
const besideKeys = 'id type index call_id tool_call_id toolCallId toolUseId status thoughtSignature'.split(
  ' ',
);
const thoughtKeys = ['thought', 'thoughts', 'thinking', 'reasoning', 'explanation', 'comment', 'plan'];
const types = ['function', 'function_call', 'tool_call', 'tool_use', 'tool', 'call', 'invoke', 'invocation'];
const finalTypes = ['final', 'final_answer', 'answer'];
const contentKeys = ['content', 'text', 'message', ...answerKeys];

const firstKeys: ReadonlySet<string> = new Set(
  [listKeys, wrapperKeys, nameKeys, argumentKeys, answerKeys, besideKeys, thoughtKeys].flat(),
);

export function mayBegin(key: string): boolean {
  return firstKeys.has(key);
}

export function isAnswerKey(key: string): boolean {
  return answerKeys.includes(key);
}

/** No model wraps a call deeper; deeper nesting is data. */
const deepest = 3;

function readEntry(entry: JsonValue, reading: Reading, depth = 0): Outcome {
  if (!isJsonObject(entry)) return { kind: 'text' };
  const list = firstOf(entry, listKeys);
  if (list !== undefined && depth < deepest) return readOwn(entry, { list, reading, depth });
  const inner = wrapperKeys.map(key => own(entry, key)).find(isJsonObject);
  if (
    inner !== undefined &&
    depth < deepest &&
    hasOnly(entry, [...wrapperKeys, ...besideKeys, ...thoughtKeys])
  ) {
    return readEntry(inner, reading, depth + 1);
  }
  const answer = firstOf(entry, answerKeys);
  if (answer !== undefined && hasOnly(entry, [...answerKeys, ...thoughtKeys])) {
    return { kind: 'answer', text: sayable(answer) };
  }
  const final = finalIn(entry);
  return final === undefined ? readNamed(entry, reading) : { kind: 'answer', text: sayable(final) };
}

function finalIn(entry: JsonObject): JsonValue | undefined {
  const isFinal = finalTypes.some(type => own(entry, 'type') === type);
  return isFinal && hasOnly(entry, ['type', ...contentKeys, ...thoughtKeys])
    ? firstOf(entry, contentKeys)
    : undefined;
}

/** The contract's own object is meant as calls, unless the list is empty beside an answer. */
function readOwn(entry: JsonObject, { list, reading, depth }: OwnList): Outcome {
  const answer = firstOf(entry, answerKeys);
  const said = answer === undefined ? '' : sayable(answer);
  const entries = Array.isArray(list) ? (list as readonly JsonValue[]) : [list];
  if (entries.length === 0) {
    return answer === undefined ? malformed('its list of calls is empty') : { kind: 'answer', text: said };
  }
  const marked = { ...reading, marked: true };
  const outcome = joinOutcomes(entries.map(one => inOwnList(readEntry(one, marked, depth + 1))));
  return outcome.kind === 'calls' ? { ...outcome, said } : outcome;
}

interface OwnList {
  readonly list: JsonValue;
  readonly reading: Reading;
  readonly depth: number;
}

function inOwnList(outcome: Outcome): Outcome {
  return outcome.kind === 'calls' || outcome.kind === 'malformed'
    ? outcome
    : malformed('an entry in its list of calls has no name or no arguments');
}

function readNamed(entry: JsonObject, { tools, marked }: Reading): Outcome {
  const nameKey = nameKeys.find(key => typeof own(entry, key) === 'string');
  const argumentKey = argumentKeys.find(key => own(entry, key) !== undefined);
  const name = nameKey === undefined ? undefined : own(entry, nameKey);
  if (nameKey === undefined || typeof name !== 'string') return { kind: 'text' };
  const written = argumentKey === undefined ? undefined : own(entry, argumentKey);
  if (argumentKey === 'parameters' && isSchema(written)) return { kind: 'text' };
  if (marked) return callOf(name, written, tools);
  const known = [nameKey, argumentKey ?? '', ...besideKeys, ...thoughtKeys];
  const isCall =
    argumentKey !== undefined && hasOnly(entry, known) && hasKnownType(entry) && tools.resolve(name);
  return isCall ? callOf(name, written, tools) : { kind: 'text' };
}

function isSchema(value: JsonValue | undefined): boolean {
  return isJsonObject(value) && own(value, 'type') === 'object' && isJsonObject(own(value, 'properties'));
}

function hasKnownType(entry: JsonObject): boolean {
  const type = own(entry, 'type');
  return type === undefined || (typeof type === 'string' && types.includes(type));
}

function hasOnly(entry: JsonObject, keys: readonly string[]): boolean {
  return Object.keys(entry).every(key => keys.includes(key));
}

function firstOf(entry: JsonObject, keys: readonly string[]): JsonValue | undefined {
  return keys.map(key => own(entry, key)).find(value => value !== undefined);
}

function own(entry: JsonObject, key: string): JsonValue | undefined {
  return Object.hasOwn(entry, key) ? entry[key] : undefined;
}

function sayable(answer: JsonValue): string {
  if (typeof answer === 'string') return answer;
  try {
    return JSON.stringify(answer);
  } catch {
    return 'An answer that is nested too deeply to show.';
  }
}

const ownList = /^[\s[]*\{\s*["'“‘]?(?:calls|tool_calls|tool_uses)["'”’]?\s*:/;
const namedTool =
  /["'“‘]?(?:name|tool|tool_name|function|function_name)["'”’]?\s*:\s*["'“‘]([^"'“”‘’\n]{1,80})/g;

function looksLikeCall(raw: string, tools: ToolNames): boolean {
  const head = raw.slice(0, 400);
  if (ownList.test(head)) return true;
  return [...head.matchAll(namedTool)].some(([, name]) => name !== undefined && tools.resolve(name));
}
