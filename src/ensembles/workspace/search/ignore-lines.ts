import { escaped } from './glob-source.ts';

/** See https://git-scm.com/docs/gitignore#_pattern_format */
export interface IgnoreLine {
  readonly glob: string;
  readonly isNegated: boolean;
  readonly isOnlyFolders: boolean;
  /** Says that it is about paths from its folder on, not about names anywhere below. */
  readonly isAnchored: boolean;
}

/** An ordinary line has ten characters, and an ordinary file a hundred lines. What goes beyond is ignored. */
const longestLine = 1000;
const mostLines = 20_000;

export function readIgnoreLines(text: string): readonly IgnoreLine[] {
  return text
    .split(/\r?\n/, mostLines)
    .filter(line => line.length <= longestLine)
    .map(readLine)
    .filter(line => line !== undefined);
}

function readLine(written: string): IgnoreLine | undefined {
  const line = withoutTrailingSpaces(written);
  if (line === '' || line.startsWith('#')) return undefined;
  const isNegated = line.startsWith('!');
  const whole = isNegated ? line.slice(1) : line;
  const isOnlyFolders = whole.endsWith('/');
  const path = isOnlyFolders ? whole.slice(0, -1) : whole;
  const glob = path.startsWith('/') ? path.slice(1) : path;
  return glob === '' ? undefined : { glob, isNegated, isOnlyFolders, isAnchored: path.includes('/') };
}

function withoutTrailingSpaces(line: string): string {
  const trimmed = line.trimEnd();
  const escapes = /\\*$/.exec(trimmed)?.[0].length ?? 0;
  return escapes % 2 === 1 && trimmed.length < line.length ? `${trimmed} ` : trimmed;
}

export function ignoreSource({ glob, isAnchored }: IgnoreLine): string {
  const source = glob.replace(piece, (written, ...rest) => pieceSource(written, rest.at(-1) as Piece));
  return isAnchored ? source : `(?:.*/)?${source}`;
}

interface Piece {
  readonly letter?: string;
  readonly not?: string;
  readonly members?: string;
}

const piece =
  /\\(?<letter>.)|(?<![^/])\*\*\/|\/\*\*$|(?<![^/])\*\*$|\*+|\[(?<not>[!^])?(?<members>\]?(?:\\.|\[:\w+:\]|[^\]\\])+)\]|./gsu;

function pieceSource(written: string, { letter, not, members }: Piece): string {
  if (letter !== undefined) return escaped(letter);
  if (members !== undefined) return `[${not === undefined ? '' : '^/'}${membersSource(members)}]`;
  if (written === '**/') return '(?:.*/)?';
  if (written === '/**') return '/.+';
  if (written === '**') return '.*';
  if (written.startsWith('*')) return '[^/]*';
  return written === '?' ? '[^/]' : escaped(written);
}

function membersSource(members: string): string {
  return members.replace(/\\.|\[:\w+:\]|[[\]^&~]/gs, written =>
    written.length > 1 ? written : `\\${written}`,
  );
}

export function rebasedLine(
  { glob, isNegated, isOnlyFolders, isAnchored }: IgnoreLine,
  folder: string,
): string {
  const above = folder === '' ? '/' : `/${folder.replace(/[\\*?[\]!# ]/g, '\\$&')}/`;
  return `${isNegated ? '!' : ''}${above}${isAnchored ? '' : '**/'}${glob}${isOnlyFolders ? '/' : ''}`;
}

export function isLiteral({ glob }: IgnoreLine): boolean {
  return !/[*?[\\]/.test(glob);
}
