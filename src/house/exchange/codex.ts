import { isJsonObject, type JsonObject, type JsonValue } from '../../converser/ground/json/json.ts';
import { validHistory } from '../../converser/words/canister/valid-history.ts';
import { fittingIds } from '../../dialects/call-id.ts';
import { isItem, normalizeRequest } from '../../dialects/openai-responses/normalize-request.ts';
import {
  type ImportedFile,
  objectsIn,
  type Piece,
  recordsOfPieces,
  stringIn,
  timeOf,
  withPrefix,
} from './imported-file.ts';
import { atLine, type Line } from './read-lines.ts';

interface Item {
  readonly line: number;
  readonly timestamp: string;
  readonly payload: JsonObject;
}

/** A question and what followed it. */
interface Turn {
  readonly items: Item[];
  /** How many turns were taken back right before it. */
  readonly takenBack: number;
}

export function isCodex({ value }: Line): boolean {
  return (isJsonObject(value.payload) && typeof value.type === 'string') || isBegun(value);
}

/** Before September 2025, items stood in lines of their own, below one of this form. */
function isBegun({ id, timestamp, instructions, type, messages, input }: JsonObject): boolean {
  const isHead = typeof id === 'string' && typeof timestamp === 'string' && instructions !== undefined;
  return isHead && (type ?? messages ?? input) === undefined;
}

export function readCodex(lines: readonly Line[], timestamp: string): ImportedFile {
  const leftOut: string[] = [];
  const ends: (string | null)[] = [null];
  const turns = turnsIn(lines, { timestamp, leftOut });
  const pieces = turns.flatMap(({ items, takenBack }, at): readonly Piece[] => {
    if (takenBack > 0) ends.length = Math.max(1, ends.length - takenBack);
    const from = takenBack > 0 ? (ends.at(-1) ?? null) : undefined;
    const [first] = items;
    if (first === undefined) return [{ canisters: [], ...(from && { from }) }];
    const read = atLine(first.line, () => pieceOf(items, { prefix: `t${at}`, leftOut }));
    ends.push(read.canisters.at(-1)?.id ?? ends.at(-1) ?? null);
    return [{ ...read, ...(from !== undefined && { from }) }];
  });
  return { from: 'Codex', records: recordsOfPieces(pieces), leftOut };
}

function turnsIn(
  lines: readonly Line[],
  { timestamp: otherwise, leftOut }: { readonly timestamp: string; readonly leftOut: string[] },
): readonly Turn[] {
  const turns: Turn[] = [];
  let takenBack = 0;
  for (const { number: line, value } of lines) {
    const { payload, type } = isJsonObject(value.payload)
      ? { payload: value.payload, type: value.type }
      : { payload: value, type: 'response_item' };
    const last = turns.at(-1);
    if (type === 'event_msg' && payload.type === 'thread_rolled_back')
      takenBack += turnsOf(payload.num_turns);
    if (type === 'session_meta' && isJsonObject(payload.history_base))
      leftOut.push(`line ${line} (session ${stringIn(payload.history_base.thread_id)} has what came before)`);
    // Its summary was written like an answer.
    if (type === 'compacted' && isSummary(last?.items.at(-1), payload.message)) last?.items.pop();
    if (type !== 'response_item' || isContext(payload) || isBegun(payload)) continue;
    const item = itemOf(payload);
    if (!isItem(item)) {
      leftOut.push(`line ${line} (${stringIn(item.type) || 'an item'} of unknown form)`);
      continue;
    }
    const next = { line, timestamp: timeOf(value.timestamp, otherwise), payload: item };
    if (last === undefined || takenBack > 0 || payload.role === 'user') {
      turns.push({ items: [next], takenBack });
      takenBack = 0;
    } else last.items.push(next);
  }
  if (takenBack > 0) turns.push({ items: [], takenBack });
  return turns;
}

/** What failed was once told as `{content, success}`. */
function itemOf({ internal_chat_message_metadata_passthrough: _own, metadata: _more, ...item }: JsonObject) {
  const { output } = item;
  return isJsonObject(output)
    ? { ...item, output: stringIn(output.content) || JSON.stringify(output) }
    : item;
}

function isSummary(item: Item | undefined, told: JsonValue | undefined): boolean {
  const { role, content } = item?.payload ?? {};
  const written = objectsIn(content).map(({ text }) => stringIn(text));
  return role === 'assistant' && written.join('') !== '' && stringIn(told).endsWith(written.join(''));
}

function turnsOf(count: JsonValue | undefined): number {
  return typeof count === 'number' && count > 0 ? Math.floor(count) : 0;
}

/** What Codex tells its model about itself and the place where it runs. */
function isContext({ type, role, content, record_type: state }: JsonObject): boolean {
  if (type !== 'message') return state !== undefined || forItself.test(stringIn(type));
  if (role === 'assistant') return false;
  return role !== 'user' || contextStart.test(stringIn(objectsIn(content)[0]?.text));
}

const forItself = /^(ghost_snapshot|additional_tools|(context_)?compaction(_summary|_trigger)?)$/;

const contextStart =
  /^\s*(<((environment|extension|goal|codex_internal)_context|user_instructions|turn_aborted|permissions|collaboration_mode|skills?|subagent_notification|recommended_plugins|external_\w+)\b|# AGENTS\.md instructions)/;

function pieceOf(
  items: readonly Item[],
  { prefix, leftOut }: { readonly prefix: string; readonly leftOut: string[] },
): Piece {
  const thought = items.flatMap(({ payload }) => thoughtIn(payload)).join('\n\n');
  const said = paired(
    items.filter(({ payload }) => payload.type !== 'reasoning'),
    leftOut,
  );
  const input = said.map(({ payload }) => payload);
  const [first] = said;
  if (first === undefined) return { canisters: [] };
  const { timestamp } = first;
  const { canisters, ignored } = normalizeRequest({ model: 'imported', input }, { timestamp });
  leftOut.push(...ignored.map(place => `after line ${first.line}: ${place}`));
  // The dialect names canisters by the place of their item, and calls by their id.
  const times = new Map(
    said.flatMap(({ payload, timestamp: time }, at) => [
      [`i${at}`, time] as const,
      [fittingIds.long(stringIn(payload.call_id)), time] as const,
    ]),
  );
  const timed = canisters.map(canister => ({ ...canister, timestamp: times.get(canister.id) ?? timestamp }));
  return { canisters: validHistory(withPrefix(timed, prefix)), thought };
}

function thoughtIn({ type, summary }: JsonObject): readonly string[] {
  return type === 'reasoning' ? objectsIn(summary).map(({ text }) => stringIn(text)) : [];
}

/** Keeps the first result of each call; what was taken out of the file left others behind. */
function paired(items: readonly Item[], leftOut: string[]): readonly Item[] {
  const isOpen = new Map<string, boolean>();
  return items.filter(({ payload, line }) => {
    const { type, call_id: id } = payload;
    if (typeof id !== 'string') return true;
    const isOutput = stringIn(type).endsWith('_output');
    const isKept = isOutput ? isOpen.get(id) === true : !isOpen.has(id);
    isOpen.set(id, isKept && !isOutput);
    if (!isKept) leftOut.push(`line ${line} (${isOutput ? 'a result without its call' : 'a repeated call'})`);
    return isKept;
  });
}
