import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import { isInvocation, isResult } from '../../src/converser/words/canister/canister.ts';
import { validHistory } from '../../src/converser/words/canister/valid-history.ts';
import { createConversationStore } from '../../src/store/conversation-store.ts';

const source = fileURLToPath(new URL('endless-turns.ts', import.meta.url));
const [conversations, killsOfEach] = [50, 20];

describe('A program that is killed while it answers, 1,000 times,', () => {
  let folder: string;
  let program: string;

  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'converser-killed-'));
    program = join(folder, 'endless-turns.mjs');
    // Most of the time would go into reading its modules a thousand times.
    await build({
      entryPoints: [source],
      outfile: program,
      bundle: true,
      platform: 'node',
      format: 'esm',
      logLevel: 'warning',
      banner: {
        js: "import { createRequire } from 'node:module';const require = createRequire(import.meta.url);",
      },
    });
  });
  after(() => rm(folder, { recursive: true }));

  /** Lets it run until it has stored some results and a random while longer. Resolves to what it said is stored. */
  async function runAndKill(id: string): Promise<readonly string[]> {
    const child = spawn(process.execPath, [program, folder, id], { stdio: ['ignore', 'pipe', 'inherit'] });
    const patience = 1 + Math.floor(Math.random() * 8);
    let said = '';
    child.stdout.setEncoding('utf8').on('data', (more: string) => {
      said += more;
      if (said.split('\n').length <= patience) return;
      setTimeout(() => child.kill('SIGKILL'), Math.random() * 4);
    });
    await once(child, 'close');
    assert.equal(child.signalCode, 'SIGKILL', said);
    // A line that the end has cut was not said.
    return said.split('\n').slice(0, -1);
  }

  it('has stored every round that was completed, and can go on', async function () {
    this.timeout(30 * 60_000);
    const store = createConversationStore(folder);
    const halves = Array.from({ length: 2 }, async (_, half) => {
      for (let number = half; number < conversations; number += 2) {
        const id = `conversation-${number}`;
        const told: string[] = [];
        for (let kill = 0; kill < killsOfEach; kill++) told.push(...(await runAndKill(id)));
        const stored = await store.load(id);
        const results = new Set(stored.filter(isResult).map(result => result.id));
        assert.deepEqual(
          told.filter(each => !results.has(each)),
          [],
        );
        assert.equal(stored.filter(isInvocation).length, results.size);
        assert.deepEqual(validHistory(stored), stored);
      }
    });
    await Promise.all(halves);
  });
});
