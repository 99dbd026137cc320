import { lstat, readlink, realpath } from 'node:fs/promises';
import { userInfo } from 'node:os';
import path from 'node:path';
import { looksSecret } from '../../../converser/ground/secrets/looks-secret.ts';
import { isWithin } from '../../../converser/words/workspace/paths.ts';
import { readRegularFile } from '../../../files/read-regular-file.ts';
import { besidePrograms, emptied, toolPlaces } from './tool-places.ts';

/** All paths are absolute and real. */
export interface HiddenHomes {
  /** Empty but for what follows. */
  readonly homes: readonly string[];
  readonly shown: readonly string[];
  readonly links: readonly ShownLink[];
}

export interface ShownLink {
  readonly path: string;
  readonly target: string;
}

export interface HomePorts {
  readonly home: string;
  /** These stay as they are, and so does a home in one of them. */
  readonly writable: readonly string[];
  /** These are seen besides tools. */
  readonly needed: readonly string[];
  readonly program: string;
  readonly searchPath: string;
}

/** A home holds keys of any name. */
export async function hiddenHomes({ home, writable, ...ports }: HomePorts): Promise<HiddenHomes> {
  const all = await Promise.all([home, userInfo().homedir, '/home', '/root'].map(realOrNone));
  const found = [...new Set(all)].filter(
    each =>
      !['', '/', ...systems].includes(each) &&
      ![...emptied, ...writable].some(folder => isWithin(each, folder)),
  );
  const homes = outermost(found);
  const places = [...toolPlaces.map(name => path.join(home, name)), ...ports.needed];
  const shown = new Set<string>();
  const links = new Map<string, string>();
  const programs = [...ports.searchPath.split(':').filter(path.isAbsolute), path.dirname(ports.program)];
  const beside = programs.flatMap(folder => placesOf(folder, home));
  const show = (place: string) => showIn({ homes, shown, links }, place);
  await Promise.all([...places, ...beside, ports.program, await realOrNone(ports.program)].map(show));
  const top = outermost([...shown]);
  return {
    homes,
    shown: top,
    links: [...links]
      .filter(([at]) => ![...top, ...writable].some(each => isWithin(at, each)))
      .map(([at, target]) => ({ path: at, target })),
  };
}

/** Programs of the system would be hidden with a home that holds it. */
export const systems: readonly string[] = ['/usr', '/etc', '/var', '/opt', '/nix'];

/** Programs can lie among anything, such as in the home itself. */
function placesOf(programs: string, home: string): readonly string[] {
  if (programs === home || isWithin(home, programs)) return [];
  if (!/^\.?s?bin$/.test(path.basename(programs))) return [programs];
  const above = path.dirname(programs);
  const holdsMore = [home, path.join(home, '.local')].includes(above);
  return [programs, ...(holdsMore ? ['lib'] : besidePrograms).map(name => path.join(above, name))];
}

interface Showing {
  readonly homes: readonly string[];
  readonly shown: Set<string>;
  readonly links: Map<string, string>;
}

/** Follows links, which have to be there, too. */
async function showIn(showing: Showing, place: string, followed = 0): Promise<void> {
  const home = showing.homes.find(each => place !== each && isWithin(place, each));
  if (home === undefined || followed > mostFollowed) return;
  const names = path.relative(home, place).split(path.sep);
  for (const [index, name] of names.entries()) {
    const at = path.join(home, ...names.slice(0, index), name);
    const stat = await lstat(at).catch(() => undefined);
    if (stat === undefined) return;
    if (stat.isSymbolicLink()) {
      const target = await readlink(at);
      showing.links.set(at, target);
      const real = path.resolve(path.dirname(at), target, ...names.slice(index + 1));
      return showIn(showing, real, followed + 1);
    }
    if (at === place && stat.isFile() && (await holdsKeys(at))) return;
  }
  showing.shown.add(place);
}

const mostFollowed = 20;

/** Whether settings hold a key, as in an address; also true for what can't be read. */
export async function holdsKeys(file: string): Promise<boolean> {
  const text = (await readRegularFile(file, mostRead))?.toString('utf8');
  return (
    text === undefined ||
    /https?:\/\/(?!git@)[^\s/@]+@|extraheader/i.test(text) ||
    [...text.matchAll(/^[ \t]*([\w.-]+)[ \t]*=[ \t]*["']?(.+?)["']?[ \t]*$/gm)].some(
      ([, name = '', value = '']) => name.toLowerCase() !== 'signingkey' && looksSecret(name, value),
    )
  );
}

/** In bytes. */
const mostRead = 256 * 1024;

function outermost(places: readonly string[]): readonly string[] {
  return places.filter(place => !places.some(other => other !== place && isWithin(place, other)));
}

async function realOrNone(place: string): Promise<string> {
  return realpath(place).catch(() => '');
}
