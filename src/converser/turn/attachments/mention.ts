import { defined } from '../../ground/json/defined.ts';

export interface Mention {
  readonly start: number;
  readonly end: number;
  readonly target: Target;
}

export type Target =
  | PlaceTarget
  | { readonly kind: LiveKind }
  | { readonly kind: 'held'; readonly name: string };

export interface PlaceTarget {
  readonly kind: 'place';
  readonly path: string;
  readonly lines?: Lines;
  readonly isSure: boolean;
}

export interface Lines {
  readonly from: number;
  readonly to: number;
}

export const liveKinds = ['selection', 'problems', 'terminal', 'git-diff'] as const;
export type LiveKind = (typeof liveKinds)[number];

const mostMentions = 100;

/** After an address or a name, `@` means something else. No path has more characters. */
const written =
  /(?<![^\s([{,;>])@(?:(file|folder):)?(?:"([^"\n]{1,1000})"(:\d+(?:-\d+)?)?|([^\s"]{1,1000}))/g;

/** The likeliest reading comes first. People write `@` for other reasons, too, so places may not exist. */
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

export function isHeldName(name: string): boolean {
  return /^(image|pdf|file)-\d{1,4}$/.test(name);
}

/** Contract: `mentionsIn` finds it. */
export function writeMention(path: string, lines?: Lines): string {
  const plain = lines === undefined ? path : `${path}${linesText(lines)}`;
  const [reading] = mentionsIn(`@${plain}`)[0] ?? [];
  const target = reading?.target;
  const isPlain =
    reading?.end === plain.length + 1 && target?.kind === 'place' && !target.isSure && target.path === path;
  return isPlain ? `@${plain}` : `@"${path}"${lines === undefined ? '' : linesText(lines)}`;
}

export function linesText({ from, to }: Lines): string {
  return from === to ? `:${from}` : `:${from}-${to}`;
}
