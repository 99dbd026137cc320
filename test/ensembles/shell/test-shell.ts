import { tmpdir } from 'node:os';
import path from 'node:path';
import { createKnownSecrets } from '../../../src/converser/ground/secrets/known-secrets.ts';
import { createRandomIds, createSystemClock } from '../../../src/converser/ground/system-ports.ts';
import { createShell, type Shell, type ShellPorts } from '../../../src/ensembles/shell/shell.ts';
import { createKeptLabels } from '../../../src/ensembles/workspace/kept-labels.ts';
import { noAddedPlaces } from '../../../src/ensembles/workspace/protection/added-places.ts';

/** A shell that runs real programs, with this process's own path. */
export function createTestShell(
  workspace: ShellPorts['workspace'],
  ports: Partial<Omit<ShellPorts, 'workspace'>> = {},
): Shell {
  return createShell({
    workspace,
    clock: createSystemClock(),
    ids: createRandomIds(),
    secrets: createKnownSecrets(),
    folder: path.join(tmpdir(), 'converser-commands'),
    environment: process.env,
    loginPath: async () => undefined,
    foresee: async () => [],
    sandbox: { isOn: () => false, plan: async () => ({ kind: 'open' }) },
    addedPlaces: noAddedPlaces,
    labels: createKeptLabels(),
    ...ports,
  });
}
