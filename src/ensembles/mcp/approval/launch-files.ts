import { createHash } from 'node:crypto';
import path from 'node:path';
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

export interface LaunchScript {
  readonly place: string;
  /** The sha-256 of its content; `undefined` if it can't be read or is larger than 64 MB. */
  readonly hash: string | undefined;
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
  return Promise.all(
    files.map(async file => ({ place: path.relative(placed(''), file), hash: await hashOf(file) })),
  );
}

const largest = 64 * 1_048_576;

async function hashOf(file: string): Promise<string | undefined> {
  let opened: RegularFile | undefined;
  try {
    opened = await openRegular(file, { followsLinks: true });
    if (opened.stats.size > largest) return undefined;
    const hash = createHash('sha256');
    for await (const piece of opened.pieces(largest)) hash.update(piece);
    return hash.digest('hex');
  } catch {
    return undefined;
  } finally {
    opened?.close();
  }
}
