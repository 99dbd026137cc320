import assert from 'node:assert/strict';
import { execFileSync, spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { watch, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { describe, it } from 'mocha';
import { treeOf } from '../ensembles/workspace/journal/recorded-turn.ts';
import { eventually, often } from '../eventually.ts';
import { mainFile, runConverse, tempRoot } from './run-converse.ts';

/** Never ends, and has changed other files each time it is interrupted. */
const line = [
  'i=0; while :; do i=$((i + 1))',
  'printf $i > a.txt; printf $i > new-$((i % 7)).txt; rm -f gone-$((i % 5)).txt',
  'mkdir -p made/$((i % 3)); printf x >> made/$((i % 3))/x; chmod $((600 + i % 2 * 40)) kept/d.txt',
  'mv kept/b.txt kept/c.txt 2> nothing || mv kept/c.txt kept/b.txt; done',
].join('; ');

/** At each, the program is killed after so many changes that a random number of them is seen. */
const moments = 6;

describe('a command whose host is killed', () => {
  it('can be taken back with all that it had changed, at whatever moment, and the next start says so', async function () {
    if (process.platform === 'win32') this.skip();
    for (let moment = 0; moment < moments; moment += 2)
      await Promise.all([killAndUndo({ isFirst: true }), killAndUndo({ isFirst: false })]);
  });
});

async function killAndUndo({ isFirst }: { readonly isFirst: boolean }): Promise<void> {
  await using state = await tempRoot();
  await using folder = await tempRoot({ 'a.txt': 'first', 'kept/b.txt': 'b', 'kept/d.txt': 'd' });
  for (let number = 0; number < 5; number++)
    await writeFile(path.join(folder.path, `gone-${number}.txt`), 'back');
  const before = await treeOf(folder.path);
  const environment = { XDG_STATE_HOME: state.path, XDG_DATA_HOME: state.path };
  const root = ['--root', folder.path];

  // At the first change, the host hardly knows that the command runs.
  const changes = isFirst ? 1 : 1 + Math.floor(Math.random() * 200);
  const options = [...root, '--allow', 'shell:run_command', '--sandbox', 'off'];
  await runAndKill(options, { folder: folder.path, environment, changes });
  const atDeath = await treeOf(folder.path);
  assert.notDeepEqual(atDeath, before);
  if (isFirst) {
    const { stderr } = await runConverse([...root, 'roll 1d1'], { environment });
    assert.match(
      stderr,
      /Converser was ended while “.*” changed \d+ files?\. To take that back: converse undo/,
    );
  }
  const { code, stdout, stderr } = await runConverse(['undo', ...root], { environment });
  assert.deepEqual([code, stderr], [0, ''], `${changes} changes: ${stdout}`);
  assert.deepEqual(await treeOf(folder.path), before, `after ${changes} changes`);
  const next = await runConverse([...root, 'roll 1d1'], { environment });
  assert.doesNotMatch(next.stderr, /was ended while/);
}

interface Killing {
  readonly folder: string;
  readonly environment: Readonly<Record<string, string>>;
  readonly changes: number;
}

/** Resolves once the program has ended, and with it all that the command had started. */
async function runAndKill(
  options: readonly string[],
  { folder, environment, changes }: Killing,
): Promise<void> {
  const marker = randomUUID();
  const call = `/invoke shell:run_command ${JSON.stringify({ line: `: ${marker}; ${line}` })}`;
  const over = new AbortController();
  const seen = watch(folder, { signal: over.signal });
  const host = spawn(process.execPath, [mainFile, ...options, call], {
    env: { ...process.env, ...environment },
    stdio: 'ignore',
  });
  try {
    let count = 0;
    for await (const _ of seen) if (++count >= changes) break;
    host.kill('SIGKILL');
    await once(host, 'exit');
    await eventually(often, () => !isNamed(marker));
  } finally {
    over.abort();
    host.kill('SIGKILL');
  }
}

function isNamed(marker: string): boolean {
  return execFileSync('ps', ['-A', '-o', 'args='], { encoding: 'utf8' }).includes(marker);
}
