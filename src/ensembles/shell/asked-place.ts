import { realpath } from 'node:fs/promises';
import path from 'node:path';
import { absolutePath, locateAbsolute } from '../../converser/words/workspace/paths.ts';
import { nameInLine } from '../workspace/one-line.ts';
import type { AddedPlaces } from '../workspace/protection/added-places.ts';
import { secretPlace } from '../workspace/protection/protected-place.ts';
import type { Command } from './command/command.ts';
import { namesIn, reasonOf } from './rules/named-place.ts';
import { type Folders, locateFolder } from './run/working-folder.ts';

/**
 * Why a command is asked about, whatever was allowed: one of its arguments is a link, or leads through one, to a place that
 * is protected, for a rule that names the command has named the link only; or it is a place that you have added to those.
 */
export async function askedPlace(
  ports: AskedPlacePorts,
  command: Command,
  cwd: string | undefined,
): Promise<string | undefined> {
  const { roots } = ports.workspace;
  for await (const { name, file, real, whyAdded } of namedPlaces(ports, command, cwd)) {
    // A rule that names a line for the shell has named all of it.
    const isLinked = real !== file && command.kind === 'program';
    const target = isLinked ? reasonOf(withinRoot(real, roots), command) : undefined;
    if (target !== undefined) return `${nameInLine(name)} leads to a protected place: ${target}`;
    const added = [file, real].map(whyAdded).find(Boolean);
    if (added !== undefined) return `${nameInLine(name)} is a protected place: ${added}`;
  }
  return undefined;
}

/** What a command names that holds keys, or that you have added to such places. `undefined`: nothing. */
export async function secretNamed(
  ports: AskedPlacePorts,
  command: Command,
  cwd: string | undefined,
): Promise<string | undefined> {
  const { roots } = ports.workspace;
  for await (const { name, file, real, whyAdded } of namedPlaces(ports, command, cwd)) {
    const isSecret = [file, real].some(
      each => secretPlace(withinRoot(each, roots)) !== undefined || whyAdded(each) !== undefined,
    );
    if (isSecret) return name;
  }
  return undefined;
}

/** What a command names, as it is written and with links followed. */
async function* namedPlaces(ports: AskedPlacePorts, command: Command, cwd: string | undefined) {
  const folder = absolutePath(locateFolder({ roots: ports.workspace.roots }, cwd));
  const whyAdded = await addedAt(ports);
  for (const name of namesOf(command)) {
    const file = path.resolve(folder, name);
    yield { name, file, real: await realpath(file).catch(() => file), whyAdded };
  }
}

/** Everything that may be a path. There are no more of them than a command has characters. */
function namesOf(command: Command): ReadonlySet<string> {
  if (command.kind === 'program') return new Set(namesIn(command));
  return new Set(command.line.split(/[\s'"`;|&<>()=]+/).filter(Boolean));
}

/** Why an absolute path is among the places that you have added, by what they are at this moment. */
export async function addedAt({
  workspace: { roots },
  addedPlaces,
}: AskedPlacePorts): Promise<(file: string) => string | undefined> {
  const whyAdded = await addedPlaces.now();
  return file => {
    const location = locateAbsolute(file.replaceAll('\\', '/'), roots);
    return location && whyAdded(location);
  };
}

export interface AskedPlacePorts {
  readonly workspace: Pick<Folders, 'roots'>;
  readonly addedPlaces: AddedPlaces;
}

/** Relative to the root that holds it, if one does. */
function withinRoot(real: string, roots: Folders['roots']): string {
  return roots.map(({ path: root }) => path.relative(root, real)).find(isInside) ?? real;
}

function isInside(relative: string): boolean {
  return relative !== '..' && !relative.startsWith(`..${path.sep}`) && !path.isAbsolute(relative);
}
