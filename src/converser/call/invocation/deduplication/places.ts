import type { JsonObject } from '../../../ground/json/json.ts';
import type { Invoker } from '../../../words/ensemble/invoker.ts';
import type { Contents } from '../../../words/workspace/contents.ts';
import { isWithin } from '../../../words/workspace/paths.ts';

/** Paths and globs; `undefined` stands for any place. */
export type Places = readonly string[] | undefined;

export function readBy({ reads }: Pick<Invoker, 'reads'>, args: JsonObject): Places {
  return placesIn(reads, args);
}

export function writtenBy({ writes }: Pick<Invoker, 'writes'>, args: JsonObject): Places {
  return placesIn(writes, args);
}

export function pathArguments({ reads = [], writes = [] }: Pick<Invoker, 'reads' | 'writes'>): Set<string> {
  return new Set([...reads, ...writes].flatMap(place => /^\{([^{}]+)\}(?:\/|$)/.exec(place)?.[1] ?? []));
}

const placeholder = /\{([^{}]+)\}/g;

function placesIn(written: Places, args: JsonObject): Places {
  return written?.map(place => {
    const isWhole = [...place.matchAll(placeholder)].every(([, name = '']) => Object.hasOwn(args, name));
    return isWhole ? place.replace(placeholder, (_, name: string) => literally(String(args[name]))) : '**';
  });
}

function literally(path: string): string {
  return path.replaceAll('\\', '/').replace(/[*?[{(+|]/g, '[$&]');
}

export function spelled(places: Places, spell: Contents['spell'] = plainPath): Places {
  return places?.map(spell);
}

export function touches(written: Places, read: Places): boolean {
  if (written === undefined) return true;
  if (read === undefined) return written.length > 0;
  return written.some(one => read.some(other => overlap(folderOf(one), folderOf(other))));
}

function overlap(one: string, other: string): boolean {
  return isWithin(one, other) || isWithin(other, one);
}

export function splitGlob(place: string): { readonly folder: string; readonly rest: string } {
  const names = place.split('/');
  const at = names.findIndex(name => /[*?[{(+|!]/.test(name));
  if (at < 0) return { folder: place, rest: '' };
  return { folder: names.slice(0, at).join('/'), rest: names.slice(at).join('/') };
}

function folderOf(place: string): string {
  return splitGlob(place).folder;
}

/** Spells paths alike where no workspace does: `./src//a.ts` and `src\a.ts` are `src/a.ts`. */
export function plainPath(path: string): string {
  const kept: string[] = [];
  const slashed = path.replaceAll('\\', '/');
  for (const name of slashed.split('/')) {
    if (name === '' || name === '.') continue;
    if (name === '..' && kept.length > 0 && kept.at(-1) !== '..') kept.pop();
    else kept.push(name);
  }
  return `${slashed.startsWith('/') ? '/' : ''}${kept.join('/')}`;
}
