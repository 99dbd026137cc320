import {
  isJsonObject,
  type JsonObject,
  type JsonValue,
  parseJson,
} from '../../converser/ground/json/json.ts';
import type { Canister } from '../../converser/words/canister/canister.ts';
import { fittingIds } from '../../dialects/call-id.ts';
import { normalizeRequest } from '../../dialects/openai-chat/normalize-request.ts';
import {
  type ImportedFile,
  objectsIn,
  recordsOfPieces,
  stringIn,
  timeOf,
  withPrefix,
} from './imported-file.ts';

export function isVscodeChat(value: unknown): value is JsonObject {
  return isJsonObject(value) && Array.isArray(value.requests) && 'responderUsername' in value;
}

/** Reads what *Chat: Export Chat…* writes. */
export function readVscodeChat({ requests }: JsonObject, otherwise: string): ImportedFile {
  const leftOut: string[] = [];
  const pieces = objectsIn(requests).flatMap((request, at) => {
    const prefix = `q${at}`;
    const timestamp = timeOf(request.timestamp, otherwise);
    const question = { role: 'user', content: textsIn(request.message) };
    const rounds = roundsMade(request) ?? roundsShown(request, { path: `requests[${at}]`, leftOut });
    const answers = rounds.map((round, nth) => {
      const own = `${prefix}-${nth}`;
      const canisters = canistersOf(messagesOf(round, own), { prefix: own, timestamp });
      return { canisters, thought: round.thought };
    });
    return [{ canisters: canistersOf([question], { prefix, timestamp }) }, ...answers];
  });
  return { from: 'VS Code', records: recordsOfPieces(pieces), leftOut };
}

interface Round {
  said: string;
  thought: string;
  readonly calls: Called[];
}

interface Called {
  readonly id: string;
  readonly name: string;
  /** JSON, unless its model wrote something else. */
  readonly args: string;
  readonly result: string;
}

/** Copilot keeps what its model wrote and called, with the results. */
function roundsMade({ result }: JsonObject): readonly Round[] | undefined {
  const metadata = isJsonObject(result) && isJsonObject(result.metadata) ? result.metadata : {};
  const { toolCallRounds, toolCallResults: results = {} } = metadata;
  const rounds = objectsIn(toolCallRounds).map(({ response, thinking, toolCalls }) => ({
    said: stringIn(response),
    thought: textsIn(thinking),
    calls: objectsIn(toolCalls).map(({ id, name, arguments: args }) => ({
      id: stringIn(id),
      name: stringIn(name),
      args: typeof args === 'string' ? args : JSON.stringify(args ?? {}),
      result: isJsonObject(results) ? textsIn(results[stringIn(id)]) : '',
    })),
  }));
  return rounds.length === 0 ? undefined : rounds;
}

interface Reading {
  readonly path: string;
  readonly leftOut: string[];
}

/** Without those, the answer is known as it was shown. */
function roundsShown({ response }: JsonObject, { path, leftOut }: Reading): readonly Round[] {
  const rounds: Round[] = [];
  const current = (isCall: boolean) => {
    const last = rounds.at(-1);
    if (last !== undefined && (isCall || last.calls.length === 0)) return last;
    const next: Round = { said: '', thought: '', calls: [] };
    rounds.push(next);
    return next;
  };
  for (const [at, part] of objectsIn(response).entries()) {
    const { kind = 'markdownContent' } = part;
    if (kind === 'markdownContent' || kind === 'markdownVuln') current(false).said += textsIn(part);
    else if (kind === 'inlineReference') current(false).said += nameOf(part);
    else if (kind === 'thinking') current(false).thought += textsIn(part);
    else if (kind === 'toolInvocationSerialized') current(true).calls.push(shownCall(part));
    else if (!forScreen.test(String(kind))) leftOut.push(`${path}.response[${at}] (${String(kind)})`);
  }
  return rounds;
}

/** These say nothing that a reader would miss. */
const forScreen =
  /^(progress|undoStop|codeblockUri|prepareToolInvocation|mcpServersStarting|confirmation|extensions)/;

function shownCall(part: JsonObject): Called {
  const { input, output } = isJsonObject(part.resultDetails) ? part.resultDetails : {};
  const args = JSON.stringify(parseJson(stringIn(input)) ?? part.toolSpecificData ?? {});
  const result = textsIn(output) || textsIn(part.pastTenseMessage) || textsIn(part.invocationMessage);
  return { id: stringIn(part.toolCallId), name: stringIn(part.toolId), args, result };
}

/** As their model would be asked again. Calls of different requests may have the same id. */
function messagesOf({ said, calls }: Round, prefix: string): readonly JsonObject[] {
  const named = calls.map((call, at) => {
    const isFirst = calls.findIndex(({ id }) => id === call.id) === at;
    return { ...call, id: fittingIds.long(`${prefix}-${isFirst ? call.id : at}`) };
  });
  const toolCalls = named.map(({ id, name, args }) => ({
    ...{ id, type: 'function' },
    function: { name: name || 'tool', arguments: args },
  }));
  const results = named.filter(({ result }) => result !== '');
  return [
    { role: 'assistant', content: said.trim() === '' ? '' : said, tool_calls: toolCalls },
    ...results.map(({ id, result }) => ({ role: 'tool', tool_call_id: id, content: result })),
  ];
}

function canistersOf(
  messages: readonly JsonObject[],
  { prefix, timestamp }: { readonly prefix: string; readonly timestamp: string },
): readonly Canister[] {
  return withPrefix(normalizeRequest({ model: 'imported', messages }, { timestamp }).canisters, prefix);
}

/** Strings, Markdown strings, messages, and trees of prompt elements, whose leaves hold what a tool returned. */
function textsIn(value: JsonValue | undefined): string {
  if (typeof value === 'string') return value;
  if (Array.isArray(value)) return value.map(textsIn).join('');
  if (!isJsonObject(value)) return '';
  return [value.text, value.value, value.content, value.node, value.children].map(textsIn).join('');
}

function nameOf({ name, inlineReference: target }: JsonObject): string {
  const place = isJsonObject(target) ? target : {};
  const path = stringIn(place.path ?? (isJsonObject(place.uri) ? place.uri.path : undefined));
  const shown = stringIn(name) || stringIn(place.name) || path.slice(path.lastIndexOf('/') + 1);
  return shown === '' ? '' : `\`${shown}\``;
}
