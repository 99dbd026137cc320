import {
  isJsonObject,
  type JsonObject,
  type JsonValue,
  parseJson,
} from '../../converser/ground/json/json.ts';
import { type Canister, ordinaryMarks } from '../../converser/words/canister/canister.ts';
import { type Content, text } from '../../converser/words/canister/content.ts';
import { fittingIds } from '../../dialects/call-id.ts';
import { shortName } from '../../dialects/client-request.ts';
import { type ImportedFile, objectsIn, recordsOfPieces, stringIn, timeOf } from './imported-file.ts';

export function isVscodeChat(value: JsonValue): value is JsonObject {
  return isJsonObject(value) && Array.isArray(value.requests) && 'responderUsername' in value;
}

/** Reads what *Chat: Export Chat…* writes. */
export function readVscodeChat({ requests }: JsonObject, otherwise: string): ImportedFile {
  const leftOut: string[] = [];
  const pieces = objectsIn(requests).flatMap((request, at) => {
    const prefix = `q${at}`;
    const common = { timestamp: timeOf(request.timestamp, otherwise), marks: ordinaryMarks };
    const question: Canister = {
      ...common,
      id: prefix,
      role: 'user',
      content: said(textsIn(request.message)),
    };
    const rounds = roundsMade(request) ?? roundsShown(request, { path: `requests[${at}]`, leftOut });
    const answers = rounds.map((round, nth) => ({
      canisters: canistersOf(round, `${prefix}-${nth}`, common),
      thought: round.thought,
    }));
    return [{ canisters: [question] }, ...answers];
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
  readonly args: JsonValue | undefined;
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
      args: typeof args === 'string' ? (parseJson(args || '{}') ?? args) : args,
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
  const args = parseJson(stringIn(input)) ?? part.toolSpecificData ?? {};
  const result = textsIn(output) || textsIn(part.pastTenseMessage) || textsIn(part.invocationMessage);
  return { id: stringIn(part.toolCallId), name: stringIn(part.toolId), args, result };
}

function canistersOf(
  { said: written, calls }: Round,
  prefix: string,
  common: Pick<Canister, 'timestamp' | 'marks'>,
): readonly Canister[] {
  const content = said(written, 'text/markdown');
  // Calls of different requests may have the same id.
  const named = calls.map(call => ({ ...call, id: fittingIds.long(`${prefix}-${call.id || 'call'}`) }));
  return [
    ...(content.length === 0 ? [] : [{ ...common, id: prefix, role: 'assistant', content } as const]),
    ...named.map(({ id, name, args }): Canister => {
      const call = {
        ...common,
        id,
        role: 'invocation',
        ensemble: '',
        name: shortName(name || 'tool'),
      } as const;
      if (isJsonObject(args)) return { ...call, content: [], arguments: args };
      return { ...call, content: [], arguments: {}, malformedArguments: String(args) };
    }),
    ...named.flatMap(({ id, result }, at): readonly Canister[] =>
      result === ''
        ? []
        : [{ ...common, id: `${prefix}-r${at}`, role: 'result', invocationId: id, content: said(result) }],
    ),
  ];
}

function said(written: string, mimeType?: string): readonly Content[] {
  return written.trim() === '' ? [] : [text(written, mimeType)];
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
