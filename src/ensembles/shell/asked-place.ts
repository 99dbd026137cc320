import { realpath } from 'node:fs/promises';
import path from 'node:path';
import { absolutePath, locateAbsolute } from '../../converser/words/workspace/paths.ts';
import { nameInLine } from '../workspace/name-in-line.ts';
import type { AddedPlaces } from '../workspace/protection/added-places.ts';
import { secretPlace } from '../workspace/protection/protected-place.ts';
import type { Command } from './command/command.ts';
import { namesIn, reasonOf } from './rules/named-place.ts';
import { type Folders, locateFolder } from './run/working-folder.ts';

/** A rule that names the command has not named where its links lead, and allows no place that you have protected. */
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

async function* namedPlaces(ports: AskedPlacePorts, command: Command, cwd: string | undefined) {
  const folder = absolutePath(locateFolder({ roots: ports.workspace.roots }, cwd));
  const whyAdded = await addedAt(ports);
  for (const name of namesOf(command)) {
    const file = path.resolve(folder, name);
    yield { name, file, real: await realpath(file).catch(() => file), whyAdded };
  }
}

export function namesOf(command: Command): ReadonlySet<string> {
  if (command.kind === 'program') return new Set(namesIn(command));
  return new Set(command.line.split(/[\s'"`;|&<>()=]+/).filter(Boolean));
}

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

function withinRoot(real: string, roots: Folders['roots']): string {
  return roots.map(({ path: root }) => path.relative(root, real)).find(isInside) ?? real;
}

function isInside(relative: string): boolean {
  return relative !== '..' && !relative.startsWith(`..${path.sep}`) && !path.isAbsolute(relative);
}
