import { fileErrors } from './file-errors.ts';
import type { Location, PathRules, Root } from './workspace.ts';

/** Invariant: by its letters, the result lies in its root; nothing is decoded. `containReal` knows links. */
export function locatePath(path: string, roots: readonly Root[]): Location {
  if (roots.length === 0) throw fileErrors.noWorkspace();
  if (hasControlCharacter(path)) throw fileErrors.pathRefused(path, 'it contains a control character.');
  const slashed = path.replaceAll('\\', '/');
  if (slashed.startsWith('//'))
    throw fileErrors.pathRefused(path, 'it names a device or a server.', hint(roots));
  if (/^[a-z][a-z0-9+.-]+:\//i.test(slashed))
    throw fileErrors.pathRefused(path, 'it is an address.', hint(roots));
  const location = isAbsolute(slashed) ? locateAbsolute(slashed, roots) : locateRelative(slashed, roots);
  if (location === undefined) throw fileErrors.pathRefused(path, 'it is outside the workspace.', hint(roots));
  const trouble =
    location.path === '' ? undefined : troubleWith(location.path.split('/'), location.root.rules);
  if (trouble !== undefined) throw fileErrors.pathRefused(path, trouble);
  return location;
}

export function locateAbsolute(absolute: string, roots: readonly Root[]): Location | undefined {
  const parts = normalize(absolute.split('/'));
  if (parts === undefined) return undefined;
  return roots
    .map(root => locationBelow(parts, root))
    .filter(location => location !== undefined)
    .sort((a, b) => a.path.length - b.path.length)[0];
}

/** Contract: `locatePath` leads back to it. */
export function shownPath({ root, path }: Location, roots: readonly Root[]): string {
  if (roots.length === 1) return path === '' ? '.' : path;
  return path === '' ? root.name : `${root.name}/${path}`;
}

export function absolutePath({ root, path }: Location): string {
  return path === '' ? root.path : `${root.path === '/' ? '' : root.path}/${path}`;
}

export function child({ root, path }: Location, name: string): Location {
  return { root, path: path === '' ? name : `${path}/${name}` };
}

export function parent({ root, path }: Location): Location {
  return { root, path: path.slice(0, Math.max(0, path.lastIndexOf('/'))) };
}

export function nameOf({ path }: Location): string {
  return path.slice(path.lastIndexOf('/') + 1);
}

export function isWithin(inner: string, outer: string): boolean {
  if (outer === '' || outer === '/' || inner === outer) return true;
  return inner.length > outer.length && inner[outer.length] === '/' && inner.startsWith(outer);
}

export function relativePath(outer: Location, inner: Location): string | undefined {
  if (outer.root.name !== inner.root.name) return undefined;
  if (outer.path === '' || outer.path === inner.path) return inner.path.slice(outer.path.length);
  return inner.path.startsWith(`${outer.path}/`) ? inner.path.slice(outer.path.length + 1) : undefined;
}

export function placeKey(location: Location): string {
  const path = absolutePath(location);
  return location.root.rules.foldsCase ? fold(path) : path;
}

export function comparePaths(a: string, b: string): number {
  const theirs = b.split('/');
  for (const [index, mine] of a.split('/').entries()) {
    const other = theirs[index];
    if (other === undefined) return 1;
    if (mine !== other) return mine < other ? -1 : 1;
  }
  return a.length - b.length;
}

export function uniqueNames(names: readonly string[]): readonly string[] {
  const taken = new Set<string>();
  return names.map(name => {
    const plain = name.replace(/[/\\:]/g, '-') || 'root';
    let unique = plain;
    for (let number = 2; taken.has(fold(unique)); number++) unique = `${plain} (${number})`;
    taken.add(fold(unique));
    return unique;
  });
}

function isAbsolute(slashed: string): boolean {
  return slashed.startsWith('/') || /^[a-z]:/i.test(slashed);
}

function locateRelative(slashed: string, roots: readonly Root[]): Location | undefined {
  const parts = normalize(slashed.split('/'));
  if (parts === undefined) return undefined;
  const [only, another] = roots;
  if (only !== undefined && another === undefined) return { root: only, path: parts.join('/') };
  const [name, ...rest] = parts;
  if (name === undefined) return undefined;
  const root =
    roots.find(candidate => candidate.name === name) ??
    roots.find(candidate => fold(candidate.name) === fold(name));
  if (root === undefined)
    throw fileErrors.pathRefused(slashed, 'it does not begin with a folder of the workspace.', hint(roots));
  return { root, path: rest.join('/') };
}

function locationBelow(parts: readonly string[], root: Root): Location | undefined {
  const same = root.rules.foldsCase
    ? (a: string, b: string | undefined) => b !== undefined && fold(a) === fold(b)
    : (a: string, b: string | undefined) => a === b;
  const rootParts = root.path.split('/').filter(Boolean);
  return rootParts.every((part, index) => same(part, parts[index]))
    ? { root, path: parts.slice(rootParts.length).join('/') }
    : undefined;
}

function normalize(parts: readonly string[]): readonly string[] | undefined {
  const kept: string[] = [];
  for (const part of parts) {
    if (part === '' || part === '.') continue;
    if (part !== '..') kept.push(part);
    else if (kept.pop() === undefined) return undefined;
  }
  return kept;
}

const deviceName = /^(con|prn|aux|nul|com[0-9¹²³]|lpt[0-9¹²³]|conin\$|conout\$)(\.|$)/i;

function troubleWith(parts: readonly string[], { windows }: PathRules): string | undefined {
  if (!windows) return undefined;
  if (parts.some(part => deviceName.test(part.trimEnd()))) return 'it names a device.';
  if (parts.some(part => part.includes(':'))) return 'a colon names an alternate data stream.';
  if (parts.some(part => /[. ]$/.test(part))) return 'a name ends with a dot or a space.';
  if (parts.some(part => /[<>"|?*]/.test(part))) return 'it contains a character that file names can’t have.';
  return undefined;
}

function hasControlCharacter(path: string): boolean {
  return [...path].some(character => character < ' ');
}

/** Some file systems ignore case and the composition of letters. */
export function fold(name: string): string {
  return name.normalize('NFC').toLowerCase();
}

function hint(roots: readonly Root[]): string {
  const [only, another] = roots;
  return only !== undefined && another === undefined
    ? `Use a path relative to the folder ${only.path}.`
    : `Start it with one of ${roots.map(({ name }) => name).join(', ')}.`;
}
