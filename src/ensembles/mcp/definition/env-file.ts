import { parseEnv } from 'node:util';
import { reasonOf } from '../../../converser/ground/errors.ts';
import { visibleLine } from '../../../converser/ground/wording/visible-text.ts';
import { serverErrors } from '../../../converser/words/ensemble/server-errors.ts';
import { isInside } from '../../descriptors/files/is-inside.ts';
import type { ServerDefinition } from './server-definition.ts';
import { steeringOf } from './steering-variables.ts';
import type { CoversVariable, Values } from './values.ts';

interface EnvFileOptions extends Pick<Values, 'folders' | 'readText'> {
  readonly definition: ServerDefinition;
  readonly written: Readonly<Record<string, string>>;
  readonly covers?: CoversVariable | undefined;
}

/** Invariant: a file in an opened folder can't steer programs unless you approved exactly that. */
export async function readEnvFile(
  file: string,
  { definition, written, folders, readText, covers }: EnvFileOptions,
): Promise<Readonly<Record<string, string>>> {
  const refused = (reason: string) => serverErrors.serverValue(definition.name, 'envFile', reason);
  const text = await readText(file).catch(cause => Promise.reject(refused(reasonOf(cause))));
  if (text === undefined) {
    throw refused(`The file ${file} doesn’t exist or can’t be read.`);
  }
  const variables = parseVariables(text);
  const isOfWorkspace = definition.origin === 'workspace';
  if (!isOfWorkspace && !folders.some(({ path: folder }) => isInside(folder, file))) return variables;
  const steering = Object.entries(variables).find(
    ([name, value]) =>
      steeringOf(name) !== undefined &&
      !Object.hasOwn(written, name) &&
      !(isOfWorkspace && covers?.(definition, { name, value }) === true),
  );
  if (steering !== undefined) throw refused(unapproved(file, steering[0], isOfWorkspace));
  return variables;
}

export function parseVariables(text: string): Readonly<Record<string, string>> {
  const entries = Object.entries(parseEnv(text));
  return Object.fromEntries(entries.filter((entry): entry is [string, string] => entry[1] !== undefined));
}

function unapproved(file: string, variable: string, isOfWorkspace: boolean): string {
  const can = steeringOf(variable)?.can ?? 'steer programs';
  const remedy = isOfWorkspace
    ? 'Start the server again to review it, or set it in the server’s env instead.'
    : 'Set it in the server’s env instead.';
  return `${visibleLine(file)} sets ${visibleLine(variable)}, which can ${can}. ${remedy}`;
}
