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
import {
  type ImportedFile,
  objectsIn,
  type Piece,
  recordsOfPieces,
  stringIn,
  timeOf,
} from './imported-file.ts';

export function isVscodeChat(value: JsonValue): value is JsonObject {
  return isJsonObject(value) && Array.isArray(value.requests) && 'responderUsername' in value;
}

/** Reads what *Chat: Export Chat…* writes. */
export function readVscodeChat({ requests }: JsonObject, otherwise: string): ImportedFile {
  const leftOut: string[] = [];
  const pieces = objectsIn(requests).flatMap((request, at): readonly Piece[] => {
    const timestamp = timeOf(request.timestamp, otherwise);
    const common = { timestamp, marks: ordinaryMarks };
    const question: Canister = { ...common, id: `q${at}`, role: 'user', content: textIn(request.message) };
    const place = { common, prefix: `q${at}`, path: `requests[${at}]`, leftOut };
    return [{ canisters: [question] }, roundsIn(request, place) ?? responseIn(request, place)];
  });
  return { from: 'VS Code', records: recordsOfPieces(pieces), leftOut };
}

interface Place {
  readonly common: Pick<Canister, 'timestamp' | 'marks'>;
  readonly prefix: string;
  readonly path: string;
  readonly leftOut: string[];
}

/** A message or a Markdown string, plain or as an object. */
function textIn(value: JsonValue | undefined): readonly Content[] {
  const written = isJsonObject(value) ? (value.text ?? value.value) : value;
  return typeof written === 'string' && written.trim() !== '' ? [text(written)] : [];
}

/** Copilot keeps what its model wrote and called, with the results. */
function roundsIn({ result }: JsonObject, place: Place): Piece | undefined {
  const metadata = isJsonObject(result) && isJsonObject(result.metadata) ? result.metadata : {};
  const rounds = objectsIn(metadata.toolCallRounds);
  if (rounds.length === 0) return undefined;
  const results = isJsonObject(metadata.toolCallResults) ? metadata.toolCallResults : {};
  const thoughts = rounds.map(({ thinking }) => (isJsonObject(thinking) ? linesOf(thinking.text) : ''));
  const canisters = rounds.flatMap(({ response, toolCalls }, at): readonly Canister[] => {
    const { common } = place;
    const prefix = `${place.prefix}-${at}`;
    const calls = objectsIn(toolCalls).map(each => ({ each, id: callId(each.id, prefix) }));
    return [
      ...answer(stringIn(response), { ...place, prefix }),
      ...calls.map(({ each, id }): Canister => {
        const args = typeof each.arguments === 'string' ? parseJson(each.arguments || '{}') : each.arguments;
        return invocation(id, { name: each.name, args }, common);
      }),
      ...calls.flatMap(({ each, id }): readonly Canister[] => {
        const found = results[stringIn(each.id)];
        const content = isJsonObject(found) ? objectsIn(found.content).flatMap(partOf) : [];
        if (content.length === 0) return [];
        return [{ ...common, id: `${id}-r`.slice(-64), role: 'result', invocationId: id, content }];
      }),
    ];
  });
  return { canisters, thought: thoughts.filter(Boolean).join('\n\n') };
}

/** Without those, the answer is known as it was shown. */
function responseIn({ response }: JsonObject, place: Place): Piece {
  const canisters: Canister[] = [];
  const thoughts: string[] = [];
  let said = '';
  const flush = () => {
    canisters.push(...answer(said, { ...place, prefix: `${place.prefix}-${canisters.length}` }));
    said = '';
  };
  for (const [at, part] of objectsIn(response).entries()) {
    const { kind, value, content } = part;
    if (kind === undefined) said += stringIn(value);
    else if (kind === 'markdownContent' || kind === 'markdownVuln')
      said += isJsonObject(content) ? stringIn(content.value) : '';
    else if (kind === 'inlineReference') said += nameOf(part);
    else if (kind === 'thinking') thoughts.push(linesOf(value));
    else if (kind === 'toolInvocationSerialized') {
      flush();
      canisters.push(...shownCall(part, { ...place, prefix: `${place.prefix}-${canisters.length}` }));
    } else if (!isForScreen(kind)) place.leftOut.push(`${place.path}.response[${at}] (${String(kind)})`);
  }
  flush();
  return { canisters, thought: thoughts.filter(Boolean).join('\n\n') };
}

/** They say nothing that a reader would miss. */
function isForScreen(kind: JsonValue): boolean {
  return /^(progress|undoStop|codeblockUri|prepareToolInvocation|mcpServersStarting|confirmation|extensions)/.test(
    String(kind),
  );
}

function answer(said: string, { common, prefix }: Place): readonly Canister[] {
  if (said.trim() === '') return [];
  return [{ ...common, id: prefix, role: 'assistant', content: [text(said, 'text/markdown')] }];
}

function shownCall(part: JsonObject, { common, prefix }: Place): readonly Canister[] {
  const details = isJsonObject(part.resultDetails) ? part.resultDetails : {};
  const args =
    parseJson(stringIn(details.input)) ?? (isJsonObject(part.toolSpecificData) ? part.toolSpecificData : {});
  const id = callId(part.toolCallId, prefix);
  const told =
    [part.pastTenseMessage, part.invocationMessage].map(textIn).find(each => each.length > 0) ?? [];
  const output = objectsIn(details.output).flatMap(partOf);
  const content = output.length === 0 ? told : output;
  return [
    invocation(id, { name: part.toolId, args }, common),
    { ...common, id: `${id}-r`.slice(-64), role: 'result', invocationId: id, content },
  ];
}

interface Called {
  readonly name: JsonValue | undefined;
  readonly args: JsonValue | undefined;
}

function invocation(id: string, { name, args }: Called, common: Place['common']): Canister {
  const given = isJsonObject(args)
    ? { arguments: args }
    : { arguments: {}, malformedArguments: String(args) };
  return {
    ...common,
    id,
    role: 'invocation',
    ensemble: '',
    name: shortName(stringIn(name) || 'tool'),
    content: [],
    ...given,
  };
}

/** Calls of different requests may have the same id. */
function callId(id: JsonValue | undefined, prefix: string): string {
  return fittingIds.long(`${prefix}-${stringIn(id) || 'call'}`);
}

/** Tools may return trees of prompt elements, whose leaves hold the text. */
function partOf({ value, text: said }: JsonObject): readonly Content[] {
  const lines = typeof value === 'string' ? value : (linesIn(value) ?? said);
  return typeof lines === 'string' && lines !== '' ? [text(lines)] : [];
}

function linesIn(value: JsonValue | undefined): string | undefined {
  const leaves: string[] = [];
  const left: JsonValue[] = value === undefined ? [] : [value];
  for (let next = left.pop(); next !== undefined; next = left.pop()) {
    if (Array.isArray(next)) left.push(...next.toReversed());
    else if (isJsonObject(next)) {
      if (typeof next.text === 'string') leaves.push(next.text);
      left.push(
        ...Object.values(next)
          .filter(each => typeof each === 'object' && each !== null)
          .reverse(),
      );
    }
  }
  return leaves.length === 0 ? undefined : leaves.join('');
}

function linesOf(value: JsonValue | undefined): string {
  return Array.isArray(value) ? value.map(each => stringIn(each)).join('') : stringIn(value);
}

function nameOf({ name, inlineReference: target }: JsonObject): string {
  const place = isJsonObject(target) ? target : {};
  const path = stringIn(place.path ?? (isJsonObject(place.uri) ? place.uri.path : undefined));
  const shown = stringIn(name) || stringIn(place.name) || path.slice(path.lastIndexOf('/') + 1);
  return shown === '' ? '' : `\`${shown}\``;
}
