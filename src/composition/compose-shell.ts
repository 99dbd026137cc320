import * as vscode from 'vscode';
import type { Host } from '../converser/host.ts';
import { createLoginPath } from '../ensembles/process/login-path.ts';
import { createShell, type Shell, type ShellPorts } from '../ensembles/shell/shell.ts';
import type { VscodeStorage } from './vscode-ports.ts';

export interface ShellParts {
  readonly workspace: ShellPorts['workspace'];
  readonly host: Host;
  readonly foresee: ShellPorts['foresee'];
  readonly storage: Pick<VscodeStorage, 'globalFolder'>;
}

/** Runs commands on the machine of the extension, in the opened folders. */
export function composeShell({ workspace, host, storage, foresee }: ShellParts): Shell {
  const environment = process.env;
  return createShell({
    ...host,
    workspace,
    foresee,
    folder: vscode.Uri.joinPath(storage.globalFolder, 'commands').fsPath,
    environment,
    loginPath: createLoginPath({ environment }),
  });
}
