import type { ChangeRecord } from '../../../src/converser/words/workspace/undo-journal.ts';
import type { ShellPorts } from '../../../src/ensembles/shell/shell.ts';
import { shellTools } from '../../../src/ensembles/shell/shell-tools.ts';
import { toolContext } from '../tool-context.ts';
import { createTestShell } from './test-shell.ts';

/** Runs a line as `run_command` does in a turn. */
export async function runRecorded(
  workspace: ShellPorts['workspace'],
  line: string,
  changes: ChangeRecord,
): Promise<void> {
  const shell = createTestShell(workspace);
  try {
    const tool = shellTools(shell).find(({ name }) => name === 'run_command');
    await tool?.invocable({ line }, toolContext('shell:run_command', { changes }));
  } finally {
    await shell.dispose();
  }
}
