import { aborted, orAborted, stopWith } from '../../ground/async/abort.ts';
import { ConverserError, type ErrorCode } from '../../ground/errors.ts';
import { defined } from '../../ground/json/defined.ts';
import type { Clock } from '../../ground/ports.ts';
import { countText } from '../../ground/wording/numbers.ts';
import { visibleLine, visibleProse } from '../../ground/wording/visible-text.ts';
import type { Failure, InvocationCanister } from '../../words/canister/canister.ts';
import type { Preview, PreviewNote, ShownChange } from '../../words/ensemble/invoker.ts';
import { callSentence } from '../../words/texts/call-sentence.ts';
import { moreLines } from './cut-diff.ts';
import type { Decision } from './decision.ts';

const patience = 1_000;

export interface Previewed {
  readonly preview?: Preview;
  /** How the call must fail, in the words with which it would. */
  readonly failure?: Failure;
}

/** Invariant: nothing that came with the folder runs here before you allow it. Never rejects. */
export async function previewCall(
  { call: { invoker, invocation }, review: { preview } }: Pick<Decision, 'call' | 'review'>,
  { clock, signal }: { readonly clock: Pick<Clock, 'after'>; readonly signal: AbortSignal },
): Promise<Previewed> {
  const { origin, isDescribed = false } = invoker;
  if (preview === undefined) return shown(origin === 'shipped' ? asQuestion(invocation) : undefined);
  if (origin === 'workspace' && !isDescribed) return {};
  const { controller: late, release } = stopWith(signal);
  const stopClock = clock.after(patience, () => late.abort());
  const work = async () => preview(late.signal);
  try {
    const made = await orAborted(work(), late.signal);
    return made === aborted ? {} : shown(made);
  } catch (cause) {
    if (!(cause instanceof ConverserError) || !mustFail.has(cause.code)) return {};
    return { failure: defined({ kind: 'validation', message: cause.message, advice: cause.advice }) };
  } finally {
    stopClock();
    release();
  }
}

/** What goes wrong for another reason may go well when the call runs. */
const mustFail: ReadonlySet<ErrorCode> = new Set([
  ...(['bad-arguments', 'file-not-found', 'file-conflict', 'file-unreadable', 'path-refused'] as const),
  ...(['no-workspace', 'command-not-found'] as const),
]);

function shown(made: Preview | undefined): Previewed {
  return defined({ preview: presentable(made) });
}

function asQuestion(invocation: InvocationCanister): Preview | undefined {
  const sentence = callSentence(invocation, { tense: 'plain' });
  return sentence && { title: `${sentence.verb} ${sentence.object}?` };
}

const mostLines = 200;
const mostNotes = 20;
const noteKinds: readonly PreviewNote['kind'][] = ['place', 'safe', 'danger', 'loss'];
/** In characters. */
const longestLine = 500;
const longestDiff = 40_000;
const longestTitle = 400;

/** Removes invisible characters and limits the size. Tools needn't be typed, so shapes are checked. */
function presentable(made: Preview | undefined): Preview | undefined {
  if (typeof made?.title !== 'string' || made.title.trim() === '') return undefined;
  const { title, diff, notes, change, basis } = made;
  return defined({
    title: cut(visibleLine(title), longestTitle),
    diff: typeof diff === 'string' && diff !== '' ? shownDiff(diff) : undefined,
    notes: Array.isArray(notes) ? notes.slice(0, mostNotes).filter(isNote).map(shownNote) : undefined,
    change: isChange(change) ? change : undefined,
    basis: typeof basis === 'string' ? basis : undefined,
  });
}

function isNote(note: PreviewNote | undefined): note is PreviewNote {
  return typeof note?.text === 'string' && noteKinds.includes(note.kind);
}

function isChange(change: ShownChange | undefined): change is ShownChange {
  return [change?.name, change?.before, change?.after].every(each => typeof each === 'string');
}

function shownNote({ kind, text }: PreviewNote): PreviewNote {
  return { kind, text: cut(visibleLine(text), longestLine) };
}

function shownDiff(diff: string): string {
  const lines = diff.split('\n');
  const shown: string[] = [];
  let room = longestDiff;
  for (const line of lines.slice(0, mostLines)) {
    const text = visibleProse(cut(line, longestLine));
    room -= text.length;
    if (room < 0) break;
    shown.push(text);
  }
  const missing = lines.length - shown.length;
  return (missing === 0 ? shown : [...shown, moreLines(missing)]).join('\n');
}

function cut(text: string, limit: number): string {
  if (text.length <= limit) return text;
  const head = text.slice(0, limit).replace(/[\ud800-\udbff]$/, '');
  return `${head} … ${countText(text.length - head.length, 'more character')}`;
}
