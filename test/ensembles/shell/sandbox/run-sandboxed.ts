import assert from 'node:assert/strict';
import { createSystemClock } from '../../../../src/converser/ground/system-ports.ts';
import type { Access } from '../../../../src/ensembles/shell/sandbox/access.ts';
import { createSandbox, type SandboxPorts } from '../../../../src/ensembles/shell/sandbox/sandbox.ts';
import { noAddedPlaces } from '../../../../src/ensembles/workspace/protection/added-places.ts';
import type { TemporaryWorkspace } from '../../workspace/temporary-workspace.ts';
import { createTestShell } from '../test-shell.ts';

export interface SandboxedRun extends Partial<SandboxPorts> {
  readonly folder: string;
  readonly home: string;
  readonly access?: Access;
  readonly isBackground?: boolean;
  readonly seesKeys?: boolean;
}

/** Resolves to what a line for the shell prints in the sandbox. `undefined`: this machine has none, and that is said. */
export async function runSandboxed(
  { workspace }: Pick<TemporaryWorkspace, 'workspace'>,
  line: string,
  { access = 'workspace', isBackground = false, seesKeys = false, ...ports }: SandboxedRun,
): Promise<string | undefined> {
  const sandbox = createSandbox({
    mode: () => 'auto',
    roots: () => workspace.roots,
    writable: () => [],
    addedPlaces: noAddedPlaces,
    denied: async () => undefined,
    protectedPlaces: () => [],
    hidden: [],
    environment: process.env,
    clock: createSystemClock(),
    ...ports,
  });
  const plan = await sandbox.plan('workspace');
  if (plan.kind === 'open') {
    assert.match(plan.why ?? '', /bubblewrap/);
    return undefined;
  }
  const { folder, environment = process.env } = ports;
  const shell = createTestShell(workspace, { folder, sandbox, environment });
  try {
    const command = { kind: 'line', line } as const;
    const { running } = await shell.start({ command, access, isBackground, seesKeys });
    await running.ended;
    return running.output.shown().trim();
  } finally {
    await shell.dispose();
  }
}
