import { plainParts } from './plain-path.ts';
import { type ProtectedNames, protectedNames } from './protected-names.ts';

/** What is written there runs, or decides what may run: it is asked about, whatever was allowed before. */
export const protectedPlace = finder(protectedNames);

const secretNames = protectedNames.filter(({ isSecret }) => isSecret);

/** Says why a place must not even be read without asking. */
export const secretPlace = finder(secretNames);

/** Tells for a name alone whether it may be what protects a place that ends with it. */
export const mayProtect = finder(
  protectedNames.map(group => ({
    ...group,
    folders: group.folders.map(path => path.split('/').at(-1) ?? ''),
  })),
);

/** Names that are read as others: short ones, streams, and what has invisible letters or dots at its end. */
const oddNames = ['*~[0-9]*', '*:*', '*[. ]', '*\\\\*', '*[! -~]*'];

/** For ripgrep: each place that `secretPlace` names has a name such as these, or is in a folder with one. */
export const secretGlobs: readonly string[] = [
  ...secretNames.flatMap(({ files, globs = [] }) => [...files, ...globs]),
  ...[
    ...secretNames.flatMap(({ folders }) => folders.map(path => path.split('/').at(-1) ?? '')),
    ...oddNames,
  ].flatMap(name => [name, `**/${name}/**`]),
];

interface ProtectedFolder {
  readonly path: string;
  readonly names: readonly string[];
  readonly reason: string;
}

function finder(groups: readonly ProtectedNames[]): (path: string) => string | undefined {
  const allFolders = groups.flatMap(({ reason, folders: paths }) =>
    paths.map((path): ProtectedFolder => ({ path, names: path.split('/'), reason })),
  );
  const folders = Map.groupBy(allFolders, ({ names }) => names[0] ?? '');
  const files = new Map(
    groups.flatMap(({ reason, files: names }) => names.map(name => [name, reason] as const)),
  );
  const patterns = groups.flatMap(({ reason, patterns: all = [] }) =>
    all.map(pattern => ({ pattern, reason })),
  );
  const anyPattern = new RegExp(patterns.map(({ pattern }) => pattern.source).join('|'));
  const shortFolders = byShortStem(allFolders, ({ names }) => names[0] ?? '');
  const shortFiles = byShortStem([...files.keys()], name => name);

  function reasonOfFolder(parts: readonly string[]): string | undefined {
    for (const [index, part] of parts.entries()) {
      const called = folders.get(part) ?? shortFolders.get(shortStem(part) ?? '') ?? [];
      const there = called.find(({ names }) =>
        names.every((name, more) => more === 0 || isName(parts[index + more], name)),
      );
      if (there !== undefined) return `${there.path} ${there.reason}`;
    }
    return undefined;
  }

  function reasonOfFile(name: string): string | undefined {
    const short = shortFiles.get(shortStem(name) ?? '')?.[0];
    const reason =
      files.get(name) ??
      files.get(short ?? '') ??
      (anyPattern.test(name) ? patterns.find(({ pattern }) => pattern.test(name))?.reason : undefined);
    return reason && `${files.has(name) ? name : (short ?? name)} ${reason}`;
  }

  return path => {
    const parts = plainParts(path);
    return reasonOfFolder(parts) ?? reasonOfFile(parts.at(-1) ?? '');
  };
}

function isName(part: string | undefined, name: string): boolean {
  if (part === undefined || part === name) return part === name;
  return shortStems(name).includes(shortStem(part) ?? '');
}

/** Windows has these: https://learn.microsoft.com/windows/win32/fileio/naming-a-file#short-vs-long-names */
function shortStem(part: string): string | undefined {
  const stem = part.includes('~') ? /^([^.~]{1,6})~\d/.exec(part)?.[1] : undefined;
  return stem?.replace(/^(..)[0-9a-f]{4}$/, '$1');
}

/** The first files of a kind have one form, and the others another. */
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
