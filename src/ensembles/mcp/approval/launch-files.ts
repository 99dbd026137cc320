import { createHash } from 'node:crypto';
import path from 'node:path';
import pLimit from 'p-limit';
import { openRegular, type RegularFile } from '../../../files/read-regular-file.ts';
import { parseVariables } from '../definition/env-file.ts';
import { atHome, fillInPlainly, placeIn } from '../definition/launch-places.ts';
import type { ServerDefinition, StdioServer } from '../definition/server-definition.ts';
import type { Values } from '../definition/values.ts';
import { findScripts } from './find-scripts.ts';

export interface LaunchFiles {
  /** The definition's own variables are left out. */
  readonly variables: Readonly<Record<string, string>>;
  readonly scripts: readonly LaunchScript[];
}

/** A file, or all the files of a folder, whose place ends in `**` then. */
export interface LaunchScript {
  readonly place: string;
  /** The sha-256 of its content; `undefined` if it can't be read or is too much, so that each start asks. */
  readonly hash: string | undefined;
  /** It came with the first start, which was approved without it. */
  readonly isFetched?: true;
}

export const noFiles: LaunchFiles = { variables: {}, scripts: [] };

export interface ReadLaunchFilesOptions {
  readonly values: Values;
  readonly signal: AbortSignal;
}

/** Files whose place depends on a secret or an input aren't read: it is known only at the start. Never rejects. */
export async function readLaunchFiles(
  definition: ServerDefinition,
  options: ReadLaunchFilesOptions,
): Promise<LaunchFiles> {
  const { transport } = definition;
  if (transport.kind !== 'stdio') return noFiles;
  const fill = (text: string) => fillInPlainly(text, { definition, ...options });
  const reading = { ...options, definition, fill };
  const [variables, scripts] = await Promise.all([
    readVariables(transport, reading),
    readScripts(transport, reading),
  ]);
  return { variables, scripts };
}

interface Reading extends ReadLaunchFilesOptions {
  readonly definition: ServerDefinition;
  readonly fill: (text: string) => Promise<string | undefined>;
}

async function readVariables(
  { env, envFile }: StdioServer,
  { definition, values, fill }: Reading,
): Promise<LaunchFiles['variables']> {
  const written = envFile === undefined ? undefined : await fill(envFile);
  if (written === undefined) return {};
  const text = await values.readText(placeIn(definition, values)(written)).catch(() => undefined);
  const all = Object.entries(text === undefined ? {} : parseVariables(text));
  return Object.fromEntries(all.filter(([name]) => !Object.hasOwn(env, name)));
}

async function readScripts(
  { command, args, cwd }: StdioServer,
  { definition, values, fill }: Reading,
): Promise<readonly LaunchScript[]> {
  const placed = placeIn(definition, values);
  const start = cwd === undefined ? '' : await fill(cwd);
  if (start === undefined) return [];
  const [program = '', ...rest] = (await Promise.all([command, ...args].map(fill))).map(each => each ?? '');
  const folders = [...values.folders.map(folder => folder.path), definition.folder ?? []].flat();
  const line = { command: atHome(program, values), args: rest, cwd: placed(start) };
  const files = await findScripts(line, folders);
  const budget = { left: largest };
  const hashes = await Promise.all(files.map(file => slots(() => hashOf(file, budget))));
  const relative = files.map(file => path.relative(placed(''), file) || '.');
  const found = grouped(relative.map((place, at) => ({ place, hash: hashes[at] })));
  return [...found, ...(await fetchedPackages(rest, values.userHome))];
}

/** Of each package, npx runs the versions that it fetched first, until it fetches them anew. */
async function fetchedPackages(words: readonly string[], home: string): Promise<readonly LaunchScript[]> {
  const caches = ['.npm', 'AppData/Local/npm-cache'].map(cache => path.join(home, cache, '_npx'));
  const locks = words.flatMap(word =>
    caches.map(async (cache): Promise<LaunchScript> => {
      const folder = createHash('sha512').update(word).digest('hex').slice(0, 16);
      const hash = await hashOf(path.join(cache, folder, 'package-lock.json'), { left: largest });
      return { place: `package ${word}`, hash, isFetched: true };
    }),
  );
  return (await Promise.all(locks)).filter(({ hash }) => hash !== undefined);
}

const largest = 512 * 1_048_576;
const slots = pLimit(16);

/** Two names of a path say which part of the workspace has changed. */
function grouped(files: readonly LaunchScript[]): readonly LaunchScript[] {
  const groups = Map.groupBy(files, ({ place }) => {
    const names = place.split(path.sep);
    return names.length <= 2 ? place : path.join(...names.slice(0, 2), '**');
  });
  return [...groups].map(([place, group]) => {
    const isWhole = group.every(file => file.hash !== undefined);
    const all = createHash('sha256').update(JSON.stringify(group)).digest('hex');
    return { place, hash: !isWhole ? undefined : group[0]?.place === place ? group[0].hash : all };
  });
}

async function hashOf(file: string, budget: { left: number }): Promise<string | undefined> {
  let opened: RegularFile | undefined;
  try {
    opened = await openRegular(file, { followsLinks: true });
    const size = Number(opened.stats.size);
    budget.left -= size;
    if (budget.left < 0) return undefined;
    const hash = createHash('sha256');
    for await (const piece of opened.pieces(size + 1)) hash.update(piece);
    return hash.digest('hex');
  } catch {
    return undefined;
  } finally {
    opened?.close();
  }
}
