import { protectedNames } from './protected-names.ts';

/**
 * Why a place must never be changed without asking, whatever was allowed before: what is written there runs, or
 * decides what may run. `undefined` for ordinary places.
 *
 * Names are compared as the most generous file system would: whatever may be the same name somewhere counts.
 */
export function protectedPlace(path: string): string | undefined {
  const parts = path.normalize('NFKC').split(/[/\\]/).map(plainName).filter(Boolean);
  return reasonOfFolder(parts) ?? reasonOfFile(parts.at(-1) ?? '');
}

function reasonOfFolder(parts: readonly string[]): string | undefined {
  for (const [index, part] of parts.entries()) {
    const there = foldersCalled(part).find(({ names }) =>
      names.every((name, more) => more === 0 || isName(parts[index + more], name)),
    );
    if (there !== undefined) return `${there.path} ${there.reason}`;
  }
  return undefined;
}

function reasonOfFile(name: string): string | undefined {
  const short = shortFiles.get(shortStem(name) ?? '')?.[0];
  const reason = files.get(name) ?? files.get(short ?? '') ?? reasonOfPattern(name);
  return reason && `${files.has(name) ? name : (short ?? name)} ${reason}`;
}

function reasonOfPattern(name: string): string | undefined {
  return patterns.find(({ pattern }) => pattern.test(name))?.reason;
}

function isName(part: string | undefined, name: string): boolean {
  if (part === undefined || part === name) return part === name;
  return shortStems(name).includes(shortStem(part) ?? '');
}

/** Those whose path may begin with this name. */
function foldersCalled(part: string): readonly ProtectedFolder[] {
  return folders.get(part) ?? shortFolders.get(shortStem(part) ?? '') ?? [];
}

interface ProtectedFolder {
  readonly path: string;
  readonly names: readonly string[];
  readonly reason: string;
}

/** By the first name of their paths. */
const folders = Map.groupBy(
  protectedNames.flatMap(({ reason, folders: paths }) =>
    paths.map((path): ProtectedFolder => ({ path, names: path.split('/'), reason })),
  ),
  ({ names }) => names[0] ?? '',
);

const files = new Map(
  protectedNames.flatMap(({ reason, files: names }) => names.map(name => [name, reason] as const)),
);

const patterns = protectedNames.flatMap(({ reason, patterns: all = [] }) =>
  all.map(pattern => ({ pattern, reason })),
);

/** Lower case, without what some file systems ignore: marks that cannot be seen, trailing dots, a stream's name. */
function plainName(part: string): string {
  return part
    .replace(/\p{Default_Ignorable_Code_Point}/gu, '')
    .toLowerCase()
    .replace(/(?<=.):.*$/, '')
    .replace(/[. ]+$/, '');
}

/**
 * What Windows calls a file for programs of its past is another way to it: `.vscode` is `VSCODE~1`, and the fifth of
 * its kind `VS3F2A~1`. https://learn.microsoft.com/windows/win32/fileio/naming-a-file#short-vs-long-names
 */
function shortStem(part: string): string | undefined {
  const stem = /^([^.~]{1,6})~\d/.exec(part)?.[1];
  return stem?.replace(/^(..)[0-9a-f]{4}$/, '$1');
}

/** Of the first ones of a kind, and of the others. */
function shortStems(name: string): readonly string[] {
  const visible = name.replace(/^[. ]+/, '');
  const stem = visible
    .replace(/\.[^.]*$/, '')
    .replace(/[. ]/g, '')
    .slice(0, 6);
  return [stem, stem.slice(0, 2)];
}

function byShortStem<T>(all: readonly T[], nameOf: (one: T) => string): ReadonlyMap<string, readonly T[]> {
  const found = new Map<string, T[]>();
  for (const one of all) {
    for (const stem of shortStems(nameOf(one))) found.set(stem, [...(found.get(stem) ?? []), one]);
  }
  return found;
}

const shortFolders = byShortStem([...folders.values()].flat(), ({ names }) => names[0] ?? '');
const shortFiles = byShortStem([...files.keys()], name => name);
