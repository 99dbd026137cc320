import assert from 'node:assert/strict';
import type { Access } from '../../../../src/ensembles/shell/sandbox/access.ts';
import type { SandboxPorts } from '../../../../src/ensembles/shell/sandbox/sandbox.ts';
import type { TemporaryWorkspace } from '../../workspace/temporary-workspace.ts';
import { createTestShell } from '../test-shell.ts';
import { createTestSandbox } from './test-sandbox.ts';

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
  const sandbox = createTestSandbox(workspace, ports);
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
