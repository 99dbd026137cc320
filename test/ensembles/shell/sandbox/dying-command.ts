import path from 'node:path';
import { createNodeWorkspace } from '../../../../src/ensembles/workspace/disk/node-workspace.ts';
import { createDiskJournal } from '../../../../src/ensembles/workspace/journal/disk-journal.ts';
import { createTestShell } from '../test-shell.ts';
import { createTestSandbox } from './test-sandbox.ts';

/* Runs a command in a layer, and ends at once so long after its changes have begun to be applied. */
const [root = '', beside = '', state = '', line = '', delay = ''] = process.argv.slice(2);
const workspace = createNodeWorkspace({ roots: [root], ripgrep: async () => undefined });
const sandbox = createTestSandbox(workspace, { mode: () => 'required', folder: state, home: beside });
const shell = createTestShell(workspace, { folder: state, sandbox });
const journal = createDiskJournal({
  folder: path.join(beside, 'journal'),
  roots: () => [root],
  clock: { now: () => new Date(0) },
  log: { warn: message => void process.stdout.write(`${message}\n`) },
});
const record = journal.record({ conversationId: 'c', title: 'Dies' });
const { signal } = new AbortController();
const command = { kind: 'line', line } as const;
const { running } = await shell.start({
  ...{ command, access: 'workspace', isBackground: false },
  async watch(only) {
    const watched = await record.watch({ tool: 'shell:run_command', signal, ...(only && { only }) });
    const until = performance.now() + Number(delay);
    const dieThen = () => {
      if (performance.now() < until) setImmediate(dieThen);
      else process.kill(process.pid, 'SIGKILL');
    };
    dieThen();
    return watched;
  },
});
await running.ended;
process.stdout.write('lived');
await record.end();
await shell.dispose();
workspace.dispose();
process.kill(process.pid, 'SIGKILL');
