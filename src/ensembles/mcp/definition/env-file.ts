import path from 'node:path';
import { parseEnv } from 'node:util';
import { serverErrors } from '../../../converser/ensemble/server-errors.ts';
import { canLoadCode } from './loads-code.ts';
import type { ServerDefinition } from './server-definition.ts';
import type { Values } from './values.ts';

interface EnvFileOptions extends Pick<Values, 'folders' | 'readText'> {
  readonly definition: ServerDefinition;
  /** The variables of the definition itself, which override those of the file. */
  readonly written: Readonly<Record<string, string>>;
}

/**
 * The variables of a server's `envFile`.
 *
 * Invariant: a file in an opened folder cannot make other code run. Your approval of a workspace's server covers its
 * definition only, and a definition of your own may name a file of whatever folder is open.
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
  const isOfFolder =
    definition.origin === 'workspace' || folders.some(({ path: folder }) => isInside(folder, file));
  if (loading !== undefined && isOfFolder) {
    const problem = `${file} sets ${loading[0]}, which can make other code run. Set it in the server's env instead.`;
    throw serverErrors.serverValue(definition.name, 'envFile', problem);
  }
  return Object.fromEntries(variables);
}

function isInside(folder: string, file: string): boolean {
  const relative = path.relative(folder, file);
  return relative !== '..' && !relative.startsWith(`..${path.sep}`) && !path.isAbsolute(relative);
}
