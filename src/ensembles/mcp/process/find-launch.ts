import { stat } from 'node:fs/promises';
import path from 'node:path';
import { serverErrors } from '../../../converser/words/ensemble/server-errors.ts';
import { locateCommand } from '../../process/locate-command.ts';
import { programEnvironment } from '../../process/program-environment.ts';
import type { Launch } from '../../process/start-process.ts';
import type { StdioServer } from '../definition/server-definition.ts';
import type { ProcessPorts } from './process-ports.ts';

export interface FindLaunchOptions extends Pick<ProcessPorts, 'environment' | 'folder' | 'loginPath'> {
  readonly name: string;
}

export async function findLaunch(
  { command, args, env, cwd }: StdioServer,
  { name, environment, folder, loginPath }: FindLaunchOptions,
): Promise<Launch> {
  const variables = programEnvironment(environment, env);
  const start = path.resolve(folder ?? environment.HOME ?? path.sep, cwd ?? '');
  // Node's own error would blame the program.
  if (!(await isFolder(start)))
    throw serverErrors.serverUnavailable(name, `Its working folder doesn’t exist: ${start}`);
  const found = await locateCommand(command, { environment: variables, cwd: start, loginPath });
  if (found === undefined) throw serverErrors.commandNotFound(command, remedyFor(command));
  return { file: found.file, args, env: { ...variables, ...found.path }, cwd: start };
}

async function isFolder(place: string): Promise<boolean> {
  const found = await stat(place).catch(() => undefined);
  return found?.isDirectory() ?? false;
}

function remedyFor(command: string): string {
  switch (path.basename(command).replace(/\.(cmd|exe|ps1)$/i, '')) {
    case 'node':
    case 'npm':
    case 'npx':
      return 'Install Node.js from https://nodejs.org';
    case 'uv':
    case 'uvx':
      return 'Install uv from https://docs.astral.sh/uv';
    case 'docker':
      return 'Install Docker';
    default:
      return 'Install it';
  }
}
