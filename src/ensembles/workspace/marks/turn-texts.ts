import { hashOf, type Image } from '../journal/image.ts';
import { followTurn, followYou, type MarkedText, type NameOf } from './follow-changes.ts';
import { type Lines, textLines } from './waiting-change.ts';
import { type Decisions, nameOfChange, type TurnOfFile, type WaitingFile } from './waiting-files.ts';

export interface TextPorts {
  readonly decisions: Decisions;
  /** In the encoding of the file's editor. */
  decode(bytes: Uint8Array): PromiseLike<string>;
  /** What is in the file now. The journal doesn't hold all that commands have written. */
  saved(): PromiseLike<Uint8Array>;
}

/** In bytes. */
const largest = 1024 ** 2;

/** How the last turn left a file. */
export interface TurnText {
  readonly text: MarkedText;
  /** What was before the first turn. */
  readonly before: Lines;
  /** Names what you have undone. */
  readonly undone: ReadonlySet<string>;
}

/** Resolves to `undefined` if it is no text, is too large, or wasn’t kept. */
export async function turnText({ turns }: WaitingFile, ports: TextPorts): Promise<TurnText | undefined> {
  const undone = new Set<string>();
  let text: MarkedText | undefined;
  let first: Lines | undefined;
  for (const [index, each] of turns.entries()) {
    const before = await linesOf(each.before, [each], ports);
    const after = await linesOf(each.after, turns.slice(index), ports);
    if (before === undefined || after === undefined) return undefined;
    first ??= before;
    const begun: MarkedText | undefined =
      text === undefined ? { lines: before, changes: [] } : await followYou(text, before, undone);
    text = begun && (await followTurn(begun, after, naming(each, { undone, decisions: ports.decisions })));
    if (text === undefined) return undefined;
  }
  return text && first && { text, before: first, undone };
}

/** Notes the names of what is undone. */
function naming(
  { turn, file }: TurnOfFile,
  { undone, decisions }: Pick<TextPorts, 'decisions'> & { readonly undone: Set<string> },
): NameOf {
  const { id } = turn.record;
  const isKept = decisions.isKept(id, file);
  const decided = decisions.decided(id, file);
  const kept = new Set(decided.kept);
  for (const name of decided.undone) undone.add(name);
  return change => {
    const name = nameOfChange(id, change);
    if (file.isUndone) undone.add(name);
    return isKept || kept.has(name) ? undefined : name;
  };
}

/** @param turns whose records may hold it; the next turn has found what the one before it left */
async function linesOf(
  image: Image,
  turns: readonly TurnOfFile[],
  { decode, saved }: TextPorts,
): Promise<Lines | undefined> {
  if (image.kind === 'absent') return [];
  if (image.kind !== 'file' || image.size > largest) return undefined;
  const sources = turns.map(
    ({ turn }) =>
      () =>
        turn.record.bytes(image.hash),
  );
  for (const read of [...sources.slice(0, 2), saved]) {
    const bytes = await Promise.resolve(read()).catch(() => undefined);
    if (bytes === undefined || hashOf(bytes) !== image.hash) continue;
    return bytes.includes(0) ? undefined : textLines((await decode(bytes)).replace(/^\uFEFF/, ''));
  }
  return undefined;
}
