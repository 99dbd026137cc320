import { homedir } from 'node:os';
import * as vscode from 'vscode';
import type { Host } from '../converser/host.ts';
import { createLoginPath } from '../ensembles/process/login-path.ts';
import { createSandbox } from '../ensembles/shell/sandbox/sandbox.ts';
import { sandboxModes } from '../ensembles/shell/sandbox/sandbox-mode.ts';
import { createShell, type Shell, type ShellPorts } from '../ensembles/shell/shell.ts';
import type { AddedPlaces } from '../ensembles/workspace/protection/added-places.ts';
import type { ProtectedRoles } from '../ensembles/workspace/protection/protected-roles.ts';
import { settings } from '../vscode/window/settings.ts';
import type { VscodeStorage } from './vscode-ports.ts';

export interface ShellParts {
  readonly workspace: ShellPorts['workspace'];
  readonly host: Host;
  readonly foresee: ShellPorts['foresee'];
  readonly storage: Pick<VscodeStorage, 'globalFolder'>;
  readonly protectedRoles: ProtectedRoles;
  readonly addedPlaces: AddedPlaces;
  readonly labels: ShellPorts['labels'];
}

/** Runs commands on the machine of the extension, in the opened folders. */
export function composeShell({
  workspace,
  host,
  storage,
  foresee,
  protectedRoles,
  addedPlaces,
  labels,
}: ShellParts): Shell {
  const environment = process.env;
  const folder = vscode.Uri.joinPath(storage.globalFolder, 'commands').fsPath;
  const sandbox = createSandbox({
    folder,
    mode: () => sandboxModes.find(mode => mode === settings.shell.sandbox) ?? 'auto',
    roots: () => workspace.roots,
    writable: () => settings.shell.writableFolders,
    addedPlaces,
    protectedPlaces: () => protectedRoles().map(({ path }) => path),
    // Beside Converser's own folder lie those of other extensions, and VS Code's secrets.
    hidden: [vscode.Uri.joinPath(storage.globalFolder, '..').fsPath],
    home: homedir(),
    environment,
    clock: host.clock,
  });
  return createShell({
    ...host,
    workspace,
    foresee,
    folder,
    environment,
    loginPath: createLoginPath({ environment }),
    sandbox,
    addedPlaces,
    labels,
  });
}
