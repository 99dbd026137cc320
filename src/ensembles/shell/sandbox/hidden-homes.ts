import { lstatSync, readlinkSync, type Stats } from 'node:fs';
import { userInfo } from 'node:os';
import path from 'node:path';
import { withoutSecrets } from '../../../converser/ground/secrets/looks-secret.ts';
import { isWithin } from '../../../converser/words/workspace/paths.ts';
import { readRegularFile } from '../../../files/read-regular-file.ts';
import { outermost } from '../../workspace/journal/manifest/list-folders.ts';
import { realPaths } from './guarded-places.ts';
import { besidePrograms, emptied, systems, toolPlaces } from './tool-places.ts';

/** All paths are absolute and real. */
export interface HiddenHomes {
  /** Empty but for what follows. */
  readonly homes: readonly string[];
  readonly shown: readonly string[];
  /** Each with where it leads. */
  readonly links: readonly (readonly [string, string])[];
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

/** A home holds keys of any name, so that only what is known to be harmless is seen of it. */
export async function hiddenHomes({ home, writable, ...ports }: HomePorts): Promise<HiddenHomes> {
  const found = await realPaths([home, userInfo().homedir, '/home', '/root']);
  const kept = [...emptied, ...writable];
  const whole = found.filter(each => !systems.includes(each) && !kept.some(folder => isWithin(each, folder)));
  const homes = outermost(whole);
  const [shown, links] = [new Set<string>(), new Map<string, string>()];
  const programs = [ports.program, ...(await realPaths([ports.program]))];
  const searched = ports.searchPath.split(':').filter(path.isAbsolute);
  const places = [...toolPlaces.map(name => path.join(home, name)), ...ports.needed, ...programs];
  const beside = [...searched, ...programs.map(path.dirname)].flatMap(folder => ofPrograms(folder, home));
  const all = [...places, ...searched, ...beside];
  for (const place of new Set(all)) showIn({ homes, whole, shown, links }, place);
  const keys = await Promise.all([...shown].map(async place => ((await holdsKeys(place)) ? place : '')));
  const seen = outermost([...shown].filter(place => !keys.includes(place)));
  const isNew = ([at]: readonly [string, string]) => ![...seen, ...writable].some(each => isWithin(at, each));
  return { homes, shown: seen, links: [...links].filter(isNew) };
}

/** A program can lie among anything, but what is in a folder for programs is meant to be run. */
function ofPrograms(folder: string, home: string): readonly string[] {
  if (!/^\.?s?bin$|^shims$/.test(path.basename(folder))) return [];
  const above = path.dirname(folder);
  const isWide = [home, path.join(home, '.local')].includes(above);
  return [folder, ...(isWide ? ['lib'] : besidePrograms).map(name => path.join(above, name))];
}

/** Follows links, which are seen, too. To wait for each name would take longer than to look at all. */
function showIn(seen: Seen, place: string, left = 20): void {
  const home = seen.homes.find(each => isWithin(place, each));
  if (home === undefined || left === 0 || seen.whole.some(each => isWithin(each, place))) return;
  let at = home;
  for (const name of path.relative(home, place).split('/')) {
    at = path.join(at, name);
    const stat = statOf(at);
    if (stat === undefined) return;
    if (!stat.isSymbolicLink()) continue;
    const target = readlinkSync(at);
    seen.links.set(at, target);
    showIn(seen, path.resolve(path.dirname(at), target, path.relative(at, place)), left - 1);
    return;
  }
  seen.shown.add(place);
}

interface Seen extends Pick<HiddenHomes, 'homes'> {
  /** They aren’t seen as a whole, even if they are on the path. */
  readonly whole: readonly string[];
  readonly shown: Set<string>;
  readonly links: Map<string, string>;
}

/** Whether settings do, as in an address. What can’t be read may, too. */
async function holdsKeys(file: string): Promise<boolean> {
  const stat = statOf(file);
  if (!stat?.isFile() || (stat.mode & 0o111) !== 0) return false;
  const text = (await readRegularFile(file, 256 * 1024))?.toString('utf8');
  if (text === undefined || withoutSecrets(text) !== text) return true;
  return /:\/\/(?!git@)[^\s/@]+@|header|token|passw|secret/i.test(text);
}

/** `undefined`: nothing is there, or you can’t look at it. */
function statOf(place: string): Stats | undefined {
  try {
    return lstatSync(place, { throwIfNoEntry: false });
  } catch {
    return undefined;
  }
}
