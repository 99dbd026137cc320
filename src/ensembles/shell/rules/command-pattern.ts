import path from 'node:path';
import { visible } from '../../../converser/ground/wording/visible-text.ts';
import type { Command } from '../command/command.ts';
import { wordText } from '../command/command-text.ts';
import type { Access } from '../sandbox/access.ts';

/**
 * Covers exactly `npm test`, any `git log *`, or exactly `$ line` for the shell. In front, `[network]` or `[full]` adds reach,
 * `[in app]` names the folder, and `[file 1f3a…]` the version of a program of the workspace.
 * Words that aren't plain are quoted as in JSON. In a line, `\n`, `\\` and `\u200b` are escapes.
 */
export type CommandPattern = CommandWords & CommandScope;

export interface CommandScope {
  readonly access: Access;
  /** As `shownPath` writes it. Absent for the first folder of the workspace. */
  readonly folder?: string | undefined;
  /** A digest, in hex digits. */
  readonly file?: string | undefined;
}

type CommandWords =
  | { readonly kind: 'exact'; readonly words: readonly string[] }
  | { readonly kind: 'leading'; readonly words: readonly string[] }
  | { readonly kind: 'line'; readonly line: string };

export function patternWith(pattern: string, { access, folder, file }: CommandScope): string {
  const reach = access === 'workspace' ? '' : `[${access}] `;
  const within = folder === undefined ? '' : `${folderText(folder)} `;
  return `${reach}${within}${file === undefined ? '' : `[file ${file}] `}${pattern}`;
}

function folderText(folder: string): string {
  return `[in ${wordText(folder)}]`;
}

export function exactPattern(command: Command): string {
  if (command.kind === 'line') return `$ ${escapedLine(command.line)}`;
  return wordsText([command.program, ...command.args]);
}

export function leadingPattern(words: readonly string[]): string {
  return `${wordsText(words)} *`;
}

function wordsText(words: readonly string[]): string {
  return words.map(wordText).join(' ');
}

function escapedLine(line: string): string {
  return visible(line.replaceAll('\\', '\\\\').replaceAll('\n', '\\n'));
}

const scope = /^\[(?:(network|full)|in ("(?:[^"\\]|\\.)*"|[^\s"\]]+)|file ([0-9a-f]+))\]\s+/s;

/** Throws where it can't be read. */
export function readPattern(pattern: string): CommandPattern {
  let rest = pattern.trim();
  let read: CommandScope = { access: 'workspace' };
  for (let found = scope.exec(rest); found !== null; found = scope.exec(rest)) {
    const [whole, access = read.access, written, file = read.file] = found;
    const named = written?.startsWith('"') ? (JSON.parse(written) as string) : written;
    const folder = named === undefined ? read.folder : path.posix.join(named, '.');
    read = { access: access as Access, folder, file };
    rest = rest.slice(whole.length);
  }
  return { ...readCommandWords(rest), ...read };
}

function readCommandWords(text: string): CommandWords {
  if (text.startsWith('$ ')) return { kind: 'line', line: readLine(text.slice(2)) };
  const isLeading = /\s\*$/.test(text);
  const words = readWords(isLeading ? text.slice(0, -1).trimEnd() : text);
  return { kind: isLeading ? 'leading' : 'exact', words };
}

function readLine(escaped: string): string {
  return escaped.replace(/\\(u[0-9a-f]{4}|.?)/gs, (_, code: string) => {
    if (code === '\\') return '\\';
    if (code === 'n') return '\n';
    if (code.length === 5) return String.fromCharCode(Number.parseInt(code.slice(1), 16));
    throw new Error('a backslash in a line must be written \\\\.');
  });
}

const oneWord = /\s*(?:"((?:[^"\\]|\\.)*)"|([^\s"'\\*$]+))(?=\s|$)/sy;

function readWords(text: string): readonly string[] {
  const words: string[] = [];
  oneWord.lastIndex = 0;
  for (let at = 0; at < text.length; at = oneWord.lastIndex) {
    oneWord.lastIndex = at;
    const [, quoted, bare] = oneWord.exec(text) ?? [];
    if (quoted === undefined && bare === undefined) {
      throw new Error(
        'words with quotes, backslashes, $ or * must stand in double quotes; only the end may be a *.',
      );
    }
    words.push(bare ?? (JSON.parse(`"${quoted}"`) as string));
  }
  if (words.length === 0) throw new Error('it names no program.');
  return words;
}
