import { homedir } from 'node:os';
import path from 'node:path';
import type { Host } from '../../converser/host.ts';
import { createSandbox } from '../../ensembles/shell/sandbox/sandbox.ts';
import { createShell, type Shell, type ShellPorts } from '../../ensembles/shell/shell.ts';
import type { AddedPlaces } from '../../ensembles/workspace/protection/added-places.ts';
import type { ProtectedRole } from '../../ensembles/workspace/protection/protected-roles.ts';
import type { Settings } from '../../house/settings.ts';
import { stateFolder } from '../state/state-file.ts';

export interface TerminalShellOptions {
  readonly settings: Settings;
  readonly workspace: ShellPorts['workspace'];
  readonly foresee: ShellPorts['foresee'];
  readonly roles: readonly ProtectedRole[];
  readonly addedPlaces: AddedPlaces;
  readonly labels: ShellPorts['labels'];
}

/** Runs commands in the roots of a run. */
export function composeTerminalShell(
  { settings, workspace, foresee, roles, addedPlaces, labels }: TerminalShellOptions,
  host: Host,
): Shell {
  const environment = process.env;
  const folder = path.join(stateFolder(), 'commands');
  const sandbox = createSandbox({
    folder,
    mode: () => settings.shell.sandbox,
    roots: () => workspace.roots,
    writable: () => settings.shell.writableFolders,
    addedPlaces,
    protectedPlaces: () => roles.map(role => role.path),
    hidden: [stateFolder()],
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
    // A terminal has the path of the login shell already.
    loginPath: async () => undefined,
    sandbox,
    addedPlaces,
    labels,
  });
}
