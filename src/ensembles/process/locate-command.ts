import { defined } from '../../converser/ground/json/defined.ts';
import { findCommand } from './find-command.ts';
import type { LoginPath } from './login-path.ts';

export interface LocatedCommand {
  readonly file: string;
  readonly isOfLogin: boolean;
}

export interface LocateOptions {
  readonly environment: Readonly<Record<string, string | undefined>>;
  readonly loginPath: LoginPath;
}

export async function locateCommand(
  command: string,
  { environment, loginPath }: LocateOptions,
): Promise<LocatedCommand | undefined> {
  const find = (searchPath: string) =>
    findCommand(command, defined({ cwd: '/', searchPath, endings: environment.PATHEXT }));
  const name = Object.keys(environment).find(key => key.toUpperCase() === 'PATH') ?? 'PATH';
  const own = await find(environment[name] ?? '');
  if (own !== undefined) return { file: own, isOfLogin: false };
  const login = await loginPath();
  const found = login === undefined ? undefined : await find(login);
  return found === undefined ? undefined : { file: found, isOfLogin: true };
}
