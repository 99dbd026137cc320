import assert from 'node:assert/strict';
import { readFile, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { createLaunchApproval } from '../../../src/ensembles/mcp/approval/launch-approval.ts';
import { createLaunchAsk } from '../../../src/terminal/ask/server-questions.ts';
import type { Terminal } from '../../../src/terminal/ask/terminal.ts';
import { openLaunchFile } from '../../../src/terminal/state/launch-file.ts';
import { aServer, someValues } from '../../ensembles/mcp/example-definition.ts';
import { tempRoot } from '../run-converse.ts';
import { askTyped } from './typed-terminal.ts';

const approvalAt = (terminal?: Terminal) =>
  createLaunchApproval({
    ask: createLaunchAsk(() => terminal),
    memory: { read: () => undefined, write: async () => {} },
    isTrusted: () => true,
    values: someValues(),
  });

/** What becomes of a launch when a person types this, and what they were shown. */
async function launch(typed: string, { signal = new AbortController().signal, server = aServer() } = {}) {
  const { answer: refusal, shown } = await askTyped(typed, terminal =>
    approvalAt(terminal).approve(server, signal),
  );
  return { started: refusal === undefined, shown };
}

describe('A server that came with the folder, in a terminal', () => {
  for (const [typed, started] of [
    ['yes\n', true],
    [' Y \n', true],
    ['\n', false],
    ['no\nyes\n', false],
    ['yesterday\n', false],
    ['', false],
  ] as const) {
    it(`${started ? 'starts' : 'does not start'} after ${JSON.stringify(typed)}`, async () => {
      assert.equal((await launch(typed)).started, started);
    });
  }

  it('is shown with its whole command line, without control sequences', async () => {
    const server = aServer({ args: ['-y', 'weather\u001b[2Jserver', 'x'.repeat(3000)] });
    const { shown } = await launch('no\n', { server });
    assert.match(shown, /\? Start MCP server weather from this folder\?\n/);
    assert.match(shown, /Runs this program on your machine:\n/);
    assert.match(
      shown,
      /Defined in \/ws\/\.vscode\/mcp\.json\. In this folder, converser\.lock\.toml pins its tools\.\n/,
    );
    assert(shown.includes(`npx -y 'weather\\u001b[2Jserver' ${'x'.repeat(3000)}\n`));
    assert(!shown.includes('\u001b'));
  });

  it('does not start when the turn was stopped before', async () => {
    assert.equal((await launch('yes\n', { signal: AbortSignal.abort() })).started, false);
  });

  it('does not start where you cannot be asked', async () => {
    const refusal = await approvalAt(undefined).approve(aServer(), new AbortController().signal);
    assert.match(refusal ?? '', /^Defined in this folder and not approved\./);
  });
});

describe('Which launches were approved in a terminal', () => {
  const approved = { hash: 'abc', facts: { command: 'npx' } };

  it('is known to the next process, from a file that only you can read', async () => {
    await using folder = await tempRoot();
    const file = path.join(folder.path, 'state', 'launches.json');
    const [first, second] = [await openLaunchFile(file), await openLaunchFile(file)];
    assert.equal(first.read('a#b'), undefined);
    await first.write('a#b', approved);
    await second.write('c#d', approved);
    assert.deepEqual(first.read('a#b'), approved);
    const later = await openLaunchFile(file);
    assert.deepEqual([later.read('a#b'), later.read('c#d')], [approved, approved]);
    assert.equal((await stat(file)).mode & 0o077, 0);
    assert.match(await readFile(file, 'utf8'), /"a#b"/);
  });

  it('is nothing when the file is damaged', async () => {
    await using folder = await tempRoot();
    const file = path.join(folder.path, 'launches.json');
    const entries = ['1', '{"hash": 1, "facts": {}}', '{"hash": "x", "facts": {"a": 1}}'];
    for (const damaged of ['{', '[]', ...entries.map(entry => `{"a#b": ${entry}}`)]) {
      await writeFile(file, damaged);
      assert.equal((await openLaunchFile(file)).read('a#b'), undefined);
    }
  });
});
