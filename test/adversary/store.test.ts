import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text as readAll } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { createConversationStore } from '../../src/store/conversation-store.ts';

const writer = fileURLToPath(new URL('store-writer.ts', import.meta.url));

describe('The store, while others work on it,', () => {
  let folder: string;
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'converser-store-'));
  });
  afterEach(() => rm(folder, { recursive: true }));

  /** Resolves to the ids that the writer was told are stored. */
  async function write(name: string, { characters, count, killAfter }: Writing): Promise<readonly string[]> {
    const args = [writer, folder, 'one', name, String(characters), String(count)];
    const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] });
    if (killAfter !== undefined) {
      let told = 0;
      child.stdout.on('data', (data: Buffer) => {
        told += data.toString().split('\n').length - 1;
        if (told >= killAfter) child.kill('SIGKILL');
      });
    }
    const [said] = await Promise.all([readAll(child.stdout), once(child, 'exit')]);
    return said.split('\n').slice(0, -1);
  }

  for (const characters of [100, 600_000, 3_000_000]) {
    it(`loses nothing of two programs that write records of ${characters} characters at once`, async () => {
      const count = characters > 1_000_000 ? 15 : 40;
      const told = await Promise.all(['a', 'b'].map(name => write(name, { characters, count })));
      const stored = await createConversationStore(folder).load('one');
      assert.deepEqual(stored.map(({ id }) => id).sort(), told.flat().sort());
      assert.equal(stored.length, 2 * count);
      const long = stored.map(({ content: [part] }) => (part?.type === 'text' ? part.text.length : 0));
      assert.deepEqual(new Set(long), new Set([characters]));
    });
  }

  it('has all that was stored when the program was killed', async () => {
    const told: string[] = [];
    for (let round = 0; round < 8; round++) {
      const characters = 700_000;
      told.push(...(await write(`round${round}`, { characters, count: 1_000, killAfter: 1 + (round % 4) })));
    }
    const stored = (await createConversationStore(folder).load('one')).map(({ id }) => id);
    assert.ok(told.length >= 8);
    assert.deepEqual(
      told.filter(id => !stored.includes(id)),
      [],
    );
  });
});

interface Writing {
  readonly characters: number;
  readonly count: number;
  /** How many records it may have stored before it is killed. */
  readonly killAfter?: number;
}
