import assert from 'node:assert/strict';
import { readdir } from 'node:fs/promises';
import { createCommandCalls } from '../ensembles/shell/command-calls.ts';
import { makeTemporaryWorkspace } from '../ensembles/workspace/temporary-workspace.ts';

describe('a command that writes without end', () => {
  it('costs no memory, and waits for nothing', async () => {
    const made = await makeTemporaryWorkspace({ ripgrep: false });
    const line = 'yes 0123456789 | head -c 100000000';
    const rules = { [`shell:run_command($ ${line})`]: 'allow' } as const;
    const { call, state, dispose } = await createCommandCalls({ workspace: made.workspace, rules });
    globalThis.gc?.();
    const before = process.memoryUsage().rss;
    const { told } = await call('shell:run_command', { line });
    assert.match(told, /of 100000000 left out here/);
    assert.ok(told.length < 30_000);
    assert.ok(process.memoryUsage().rss - before < 150 * 1024 * 1024);
    const files = await readdir(state, { recursive: true });
    assert.equal(files.filter(name => name.endsWith('.txt')).length, 1);
    await dispose();
    await made.dispose();
  });
});
