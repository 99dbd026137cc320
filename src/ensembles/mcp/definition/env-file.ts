import path from 'node:path';
import { parseEnv } from 'node:util';
import { serverErrors } from '../../../converser/ensemble/server-errors.ts';
import { canLoadCode } from './loads-code.ts';
import type { ServerDefinition } from './server-definition.ts';
import type { Values } from './values.ts';

interface EnvFileOptions extends Pick<Values, 'folders' | 'readText'> {
  readonly definition: ServerDefinition;
  /** What is written in the definition itself, which takes the place of what the file says. */
  readonly written: Readonly<Record<string, string>>;
}

/**
 * The variables of a server's `envFile`.
 *
 * Invariant: whoever may change this file without being asked cannot make other code run by it. What is approved of
 * a workspace's server is its definition, and the file is not part of that; and a definition of the person's own may
 * name a file that lies in whatever folder is opened.
 */
export async function readEnvFile(
  file: string,
  { definition, written, folders, readText }: EnvFileOptions,
): Promise<Readonly<Record<string, string>>> {
  const text = await readText(file);
  if (text === undefined) {
    throw serverErrors.serverValue(
      definition.name,
      'envFile',
      `The file ${file} doesn't exist or can't be read.`,
    );
  }
  const variables = Object.entries(parseEnv(text)).filter(
    (entry): entry is [string, string] => entry[1] !== undefined,
  );
  const loading = variables.find(([name]) => canLoadCode(name) && !Object.hasOwn(written, name));
  const isOfFolder = definition.origin === 'workspace' || folders.some(folder => isInside(folder.path, file));
  if (loading !== undefined && isOfFolder) {
    const problem = `${file} sets ${loading[0]}, which can make other code run. Set it in the server's env instead.`;
    throw serverErrors.serverValue(definition.name, 'envFile', problem);
  }
  return Object.fromEntries(variables);
}

function isInside(folder: string, file: string): boolean {
  const way = path.relative(folder, file);
  return way !== '..' && !way.startsWith(`..${path.sep}`) && !path.isAbsolute(way);
}
