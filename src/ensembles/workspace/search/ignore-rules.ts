import type { RE2Set } from 're2js';
import { child, placeKey, relativePath } from '../../../converser/words/workspace/paths.ts';
import type { EntryKind, Location, WorkspaceFiles } from '../../../converser/words/workspace/workspace.ts';
import { type IgnoreLine, ignoreSource, isLiteral, readIgnoreLines } from './ignore-lines.ts';
import type { Pace } from './pace.ts';

export interface IgnoreRules {
  /** Rules must name this very thing; a folder above it doesn't count. */
  leavesOut(location: Location, kind: EntryKind): Promise<boolean>;
  isIgnored(location: Location, kind: EntryKind): Promise<boolean>;
  linesIn(folder: Location): Promise<readonly IgnoreLine[]>;
}

export const ignoreFileNames = ['.gitignore', '.ignore'] as const;

/** In bytes. An ordinary file has a thousand; larger ones are ignored. */
const largestIgnoreFile = 1_000_000;

export function createIgnoreRules(files: WorkspaceFiles, pace: Pace): IgnoreRules {
  const read = new Map<string, Promise<FolderRules>>();

  function rulesIn(folder: Location): Promise<FolderRules> {
    const key = placeKey(folder);
    const known = read.get(key);
    if (known !== undefined) return known;
    const rules = readRules(files, folder);
    read.set(key, rules);
    return rules;
  }

  async function leavesOut(location: Location, kind: EntryKind): Promise<boolean> {
    let verdict = false;
    for (const folder of foldersAbove(location)) {
      const { size, decide } = await rulesIn(folder);
      const relative = relativePath(folder, location);
      if (size === 0 || relative === undefined || relative === '') continue;
      await pace(size * relative.length);
      verdict = decide(relative, kind === 'folder') ?? verdict;
    }
    return verdict;
  }

  return {
    leavesOut,
    linesIn: async folder => (await rulesIn(folder)).lines,
    async isIgnored(location, kind) {
      if (location.path.split('/').includes('.git')) return true;
      for (const folder of foldersAbove(location)) {
        if (folder.path !== '' && (await leavesOut(folder, 'folder'))) return true;
      }
      return location.path !== '' && leavesOut(location, kind);
    },
  };
}

interface FolderRules {
  readonly lines: readonly IgnoreLine[];
  /** One letter of a path may take so many steps; none without rules. */
  readonly size: number;
  readonly decide: (relative: string, isFolder: boolean) => boolean | undefined;
}

async function readRules(files: WorkspaceFiles, folder: Location): Promise<FolderRules> {
  const texts = await Promise.all(ignoreFileNames.map(name => readSmall(files, child(folder, name))));
  const lines = texts.flatMap(readIgnoreLines);
  return lines.length === 0 ? noRules : compileRules(lines, folder.root.rules.foldsCase);
}

const noRules: FolderRules = { lines: [], size: 0, decide: () => undefined };

/** Looks first: opening a pipe waits for ever, and reading a device never ends. */
async function readSmall(files: WorkspaceFiles, file: Location): Promise<string> {
  const stat = await files.stat(file).catch(() => undefined);
  if (stat?.kind !== 'file' || stat.size > largestIgnoreFile) return '';
  const content = await files.read(file).catch(() => undefined);
  return content?.kind === 'text' ? content.text : '';
}

/** The last line that matches decides. Most are plain names, for which no pattern is needed. */
async function compileRules(lines: readonly IgnoreLine[], foldsCase: boolean): Promise<FolderRules> {
  const fold = (text: string) => (foldsCase ? text.toLowerCase() : text);
  const names = new Map<string, readonly IgnoreLine[]>();
  for (const line of lines.filter(isLiteral)) {
    const key = fold(line.glob);
    const earlier = (names.get(key) ?? []).filter(other => !isAboutTheSame(other, line));
    names.set(key, [...earlier, line]);
  }
  const globs = await compileGlobs(lines, foldsCase);
  const order = new Map(lines.map((line, index) => [line, index]));
  return {
    lines,
    size: 1 + globs.size,
    decide(relative, isFolder) {
      const path = fold(relative);
      const name = path.slice(path.lastIndexOf('/') + 1);
      const literal = [
        ...(names.get(path) ?? []),
        ...(names.get(name) ?? []).filter(line => !line.isAnchored),
      ];
      const last = [...literal, ...globs.match(relative)]
        .filter(line => isFolder || !line.isOnlyFolders)
        .reduce((latest, line) => Math.max(latest, order.get(line) ?? -1), -1);
      const line = lines[last];
      return line && !line.isNegated;
    },
  };
}

function isAboutTheSame(one: IgnoreLine, other: IgnoreLine): boolean {
  return one.isAnchored === other.isAnchored && one.isOnlyFolders === other.isOnlyFolders;
}

interface CompiledGlobs {
  readonly size: number;
  readonly match: (path: string) => readonly IgnoreLine[];
}

/** Puts all in one pattern, so that one look at a path tells which of them match. */
async function compileGlobs(lines: readonly IgnoreLine[], foldsCase: boolean): Promise<CompiledGlobs> {
  const { RE2JS, RE2Set } = await import('re2js');
  const set = new RE2Set(RE2Set.ANCHOR_BOTH, RE2JS.DOTALL | (foldsCase ? RE2JS.CASE_INSENSITIVE : 0));
  const added: IgnoreLine[] = [];
  let size = 0;
  for (const line of lines) {
    if (isLiteral(line) || size + line.glob.length > mostLetters || !add(set, line)) continue;
    added.push(line);
    size += line.glob.length;
  }
  if (added.length === 0) return { size: 0, match: () => [] };
  return { size, match: path => set.match(path).flatMap(index => added[index] ?? []) };
}

const mostLetters = 20_000;

/** Ignores a line that isn't a pattern, such as `[z-a]`, as git does. */
function add(set: RE2Set, line: IgnoreLine): boolean {
  try {
    set.add(ignoreSource(line));
    return true;
  } catch {
    return false;
  }
}

function foldersAbove({ root, path }: Location): readonly Location[] {
  const parts = path.split('/').slice(0, -1);
  return [
    { root, path: '' },
    ...parts.map((_, index) => ({ root, path: parts.slice(0, index + 1).join('/') })),
  ];
}
