import { defined } from '../../ground/json/defined.ts';

/** What a message names with an `@`, to be attached to it. */
export interface Mention {
  /** Where it stands in the message; `end` is exclusive. */
  readonly start: number;
  readonly end: number;
  readonly target: Target;
}

export type Target =
  /** A file, some lines of it, or a folder. */
  | PlaceTarget
  /** What the editor, its terminal or git shows at the moment. */
  | { readonly kind: LiveKind }
  /** What was pasted or dropped, by the name that it was given. */
  | { readonly kind: 'held'; readonly name: string };

export interface PlaceTarget {
  readonly kind: 'place';
  readonly path: string;
  readonly lines?: Lines;
  /** It can't be meant otherwise, so it is a mistake if there is no such place. */
  readonly isSure: boolean;
}

/** Counted from 1, both included. */
export interface Lines {
  readonly from: number;
  readonly to: number;
}

export const liveKinds = ['selection', 'problems', 'terminal', 'git-diff'] as const;
export type LiveKind = (typeof liveKinds)[number];

/** Nobody writes a message with more of them. */
const mostMentions = 100;

/** After an address or a name, `@` means something else. No path has more characters. */
const written =
  /(?<![^\s([{,;>])@(?:(file|folder):)?(?:"([^"\n]{1,1000})"(:\d+(?:-\d+)?)?|([^\s"]{1,1000}))/g;

/**
 * What a message may mention, each with its readings, the likeliest first: what follows a name may be punctuation.
 * Whether there is such a place is for others to find out. People write `@` for other reasons, too.
 */
export function mentionsIn(message: string): readonly (readonly Mention[])[] {
  if (message.startsWith('/invoke ')) return [];
  const found: (readonly Mention[])[] = [];
  for (const match of message.matchAll(written)) {
    if (found.push(readings(match)) >= mostMentions) break;
  }
  return found;
}

function readings(match: RegExpExecArray): readonly Mention[] {
  const [all, prefix, quoted, lines, word = ''] = match;
  const start = match.index;
  if (quoted !== undefined) return [{ start, end: start + all.length, target: place(quoted, lines, true) }];
  const bare = word.replace(/[.,;:!?)\]}'>]+$/, '');
  return [...new Set([word, bare])]
    .filter(each => each !== '')
    .map(each => ({
      start,
      end: start + all.length - (word.length - each.length),
      target: targetOf(each, prefix !== undefined),
    }));
}

function targetOf(word: string, isSure: boolean): Target {
  const live = isSure ? undefined : liveKinds.find(kind => kind === word);
  if (live !== undefined) return { kind: live };
  if (!isSure && isHeldName(word)) return { kind: 'held', name: word };
  const [, path = word, lines] = /^(.+?)(:\d+(?:-\d+)?)$/.exec(word) ?? [];
  return place(path, lines, isSure);
}

function place(path: string, written: string | undefined, isSure: boolean): PlaceTarget {
  return defined({ kind: 'place', path, lines: linesOf(written), isSure });
}

function linesOf(written: string | undefined): Lines | undefined {
  const [, first, last = first] = /^:(\d+)(?:-(\d+))?$/.exec(written ?? '') ?? [];
  const [from, to] = [Number(first), Number(last)];
  return from >= 1 && to >= from ? { from, to } : undefined;
}

/** `image-2`: the second image that was pasted or dropped. */
export function isHeldName(name: string): boolean {
  return /^(image|pdf|file)-\d{1,4}$/.test(name);
}

/** How a message mentions a place, such that `mentionsIn` finds it. */
export function writeMention(path: string, lines?: Lines): string {
  const plain = lines === undefined ? path : `${path}${linesText(lines)}`;
  const [reading] = mentionsIn(`@${plain}`)[0] ?? [];
  const target = reading?.target;
  const isPlain =
    reading?.end === plain.length + 1 && target?.kind === 'place' && !target.isSure && target.path === path;
  return isPlain ? `@${plain}` : `@"${path}"${lines === undefined ? '' : linesText(lines)}`;
}

/** `:3` or `:3-5`. */
export function linesText({ from, to }: Lines): string {
  return from === to ? `:${from}` : `:${from}-${to}`;
}
