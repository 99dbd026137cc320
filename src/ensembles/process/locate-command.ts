import { defined } from '../../converser/ground/json/defined.ts';
import { findCommand } from './find-command.ts';
import type { LoginPath } from './login-path.ts';

export interface LocatedCommand {
  readonly file: string;
  readonly isOfLogin: boolean;
  /** The variable that it was found by. It may start others that only this finds, as npx starts node. */
  readonly path: Readonly<Record<string, string>>;
}

export interface LocateOptions {
  readonly environment: Readonly<Record<string, string | undefined>>;
  /** Asked where the environment's own path leads to none. */
  readonly loginPath: LoginPath;
  /** Default: the root. */
  readonly cwd?: string;
}

export async function locateCommand(
  command: string,
  { environment, loginPath, cwd = '/' }: LocateOptions,
): Promise<LocatedCommand | undefined> {
  const { name, value } = searchPathIn(environment);
  const find = async (searchPath: string, isOfLogin: boolean): Promise<LocatedCommand | undefined> => {
    const file = await findCommand(command, defined({ cwd, searchPath, endings: environment.PATHEXT }));
    return file === undefined ? undefined : { file, isOfLogin, path: { [name]: searchPath } };
  };
  const own = await find(value, false);
  if (own !== undefined) return own;
  const login = await loginPath();
  return login === undefined ? undefined : find(login, true);
}

/** Windows writes the name in various ways. */
export function searchPathIn(environment: LocateOptions['environment']): {
  readonly name: string;
  readonly value: string;
} {
  const name = Object.keys(environment).find(key => key.toUpperCase() === 'PATH') ?? 'PATH';
  return { name, value: environment[name] ?? '' };
}
