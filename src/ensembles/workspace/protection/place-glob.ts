import { errors } from '../../../converser/ground/errors.ts';
import { compileCovering, longestGlob, type PathMatcher, spellings } from '../search/glob.ts';
import { forDenying } from '../search/glob-source.ts';
import { foldedPath, plainParts } from './plain-path.ts';

/** A matching folder is protected with all in it. Rejects a glob that protects something unexpected. */
export async function compilePlaceGlob(written: unknown): Promise<PlaceGlob> {
  const trouble = troubleWith(written);
  if (trouble !== undefined) throw errors.badArguments(trouble);
  const globs = spellings(String(written).trim(), forDenying).flatMap(spelled => {
    const plain = foldedPath(spelled)
      .replace(/^(\.\/+)+/, '')
      .replace(/\/+$/, '');
    return withOtherNames(plain.includes('/') ? plain.replace(/^\/+/, '') : `**/${plain}`);
  });
  return { ...(await compileCovering(globs)), globs };
}

export interface PlaceGlob extends PathMatcher {
  readonly globs: readonly string[];
}

function troubleWith(written: unknown): string | undefined {
  if (typeof written !== 'string')
    return `${shortened(written)} isn’t a glob in quotes, such as "secrets/**".`;
  const slashed = written.trim().replaceAll('\\', '/');
  if (/^[./]*$/.test(slashed)) return `${shortened(written)} names no place. Write "**" for all of them.`;
  if (slashed.length > longestGlob) return `${shortened(written)} has more than ${longestGlob} characters.`;
  if (slashed.startsWith('!') || slashed.includes('!('))
    return `${shortened(written)} leaves places out, but places can only be added. Name those to protect.`;
  if (/^~(\/|$)/.test(slashed)) return `${shortened(written)} begins with "~". Write the whole path.`;
  if (slashed.split('/').includes('..'))
    return `${shortened(written)} leads up with "..". Write the path without it.`;
  return undefined;
}

function shortened(written: unknown): string {
  return (JSON.stringify(written) ?? 'undefined').slice(0, 100);
}

/** Adds short names: https://learn.microsoft.com/windows/win32/fileio/naming-a-file#short-vs-long-names */
function withOtherNames(glob: string): readonly string[] {
  // A bracket may stand for any part of a name, so every short name may be meant.
  if (/[{}()[\]|,]/.test(glob)) return [glob, '**/*~[0-9]*'];
  const names = glob.split('/');
  const either = names.map(name => (/^\**$/.test(name) ? name : `{${[...otherNames(name)].join(',')}}`));
  return [glob, either.join('/')];
}

function otherNames(name: string): ReadonlySet<string> {
  const plain = /[*?]/.test(name) ? name : plainParts(name).join('');
  return new Set([name, plain, ...shortNames(name)]);
}

function shortNames(name: string): ReadonlySet<string> {
  const visible = name.replace(/^[. ]+/, '');
  const dot = visible.lastIndexOf('.');
  const extension = dot === -1 ? '' : visible.slice(dot, dot + 4);
  const [literal = ''] = visible.slice(0, dot === -1 ? undefined : dot).split(/[*?]/);
  const stem = literal.replace(/[. ]/g, '').slice(0, 6);
  return new Set([stem, stem.slice(0, 2)].map(start => `${start}*~[0-9]*${extension}`));
}
