import assert from 'node:assert/strict';
import { hash } from 'node:crypto';
import { readdir, readFile, rm, stat, utimes, writeFile } from 'node:fs/promises';
import { type Canister, ordinaryMarks } from '../../src/converser/words/canister/canister.ts';
import { type Content, text } from '../../src/converser/words/canister/content.ts';
import { createConversationStore } from '../../src/store/conversation-store.ts';
import { createdEach, eachTest } from '../ensembles/each-test.ts';
import { createTempFolder } from '../ensembles/temp-folder.ts';
import { canisterMaker } from '../sidebar/canisters.ts';

describe('large bytes of conversations', () => {
  const temp = eachTest(() => createTempFolder());
  const store = createdEach(() => createConversationStore(temp.path));
  const make = createdEach(canisterMaker);

  const picture = (shade: number, size = 50_000): Content => ({
    type: 'image',
    mimeType: 'image/png',
    bytes: new Uint8Array(size).fill(shade),
  });
  const showing = (name: string, ...content: readonly Content[]): readonly Canister[] => [
    { ...make.user(`user-${name}`, ''), content },
    make.assistant(`assistant-${name}`, 'Nice.'),
  ];
  const file = (id: string) => temp.file(`${id}.jsonl`);
  const files = async () => (await readdir(temp.file('contents')).catch(() => [])).toSorted();
  const age = async (name: string) => {
    const before = new Date(Date.now() - 25 * 60 * 60 * 1000);
    await utimes(temp.file(`contents/${name}`), before, before);
  };

  it('stand once on the disk, also where forks and other turns have them', async () => {
    const turns = [...showing('a', picture(1), text('and'), picture(2)), ...showing('b', picture(1))];
    await store.append('parent', turns);
    await store.append('fork', turns.slice(0, 2));
    assert.equal((await files()).length, 2);
    assert.ok((await stat(file('parent'))).size < 3_000);
    assert.deepEqual(await store.load('parent'), turns);
    assert.deepEqual(await store.load('fork'), turns.slice(0, 2));
  });

  it('are whole in an export, and again apart once that was imported', async () => {
    const turns = showing('a', picture(1));
    await store.append('one', turns);
    const records = await store.records('one');
    assert.ok((records[0] ?? '').length > 50_000);
    await store.take('two', records, { from: 'Converser' });
    assert.deepEqual(await store.records('two'), records);
    assert.equal((await files()).length, 1);
  });

  it('stay what they are: small ones, texts, and arguments that only look like them', async () => {
    const base64 = 'QUFB'.repeat(10_000);
    const call: Canister = {
      ...make.invocation('call', 'files:write', {
        $bytes: base64,
        inner: { $bytes: { sha256: '0'.repeat(64) } },
        quoted: JSON.stringify({ $bytes: base64 }),
      }),
      marks: ordinaryMarks,
    };
    const turns = [...showing('a', picture(1, 5), text(base64)), call, make.result('call', '1')];
    await store.append('one', turns);
    assert.deepEqual(await files(), []);
    assert.deepEqual(await store.load('one'), turns);
  });

  for (const [what, damage] of [
    ['missing', (name: string) => rm(temp.file(`contents/${name}`))],
    ['torn', (name: string) => writeFile(temp.file(`contents/${name}`), new Uint8Array(7))],
  ] as const)
    it(`take nothing along of what was said with them where they are ${what}, and stay in the file`, async () => {
      await store.append('one', showing('a', text('Before.')));
      await store.append('one', [...showing('b', text('See.'), picture(1)), ...showing('c', picture(2))]);
      const written = await readFile(file('one'));
      const [damaged = ''] = await files();
      const isDamaged = ({ bytes }: { readonly bytes: Uint8Array }) =>
        hash('sha256', bytes, 'hex') === damaged;
      await damage(damaged);
      const said = await store.load('one');
      assert.deepEqual(
        said.map(({ id }) => id),
        ['user-a', 'assistant-a', 'user-b', 'assistant-b', 'user-c', 'assistant-c'],
      );
      const left = [text('See.'), picture(1), picture(2)].map(part =>
        part.type === 'image' && isDamaged(part) ? { ...part, bytes: new Uint8Array() } : part,
      );
      assert.deepEqual([...(said[2]?.content ?? []), ...(said[4]?.content ?? [])], left);
      assert.deepEqual(await readFile(file('one')), written);
    });

  it('go a day after the last conversation that had them was deleted, in which it can be brought back', async () => {
    await store.append('one', showing('a', picture(1), picture(2)));
    await store.append('two', showing('b', picture(2)));
    await store.append('three', showing('c', text('Hello.')));
    for (const name of await files()) await age(name);
    const restore = await store.remove('one');
    assert.equal((await files()).length, 2);
    await restore();
    assert.equal((await store.load('one')).length, 2);
    await store.remove('one');
    for (const name of await files()) await age(name);
    await store.remove('three');
    assert.equal((await files()).length, 1);
    assert.equal((await store.load('two')).length, 2);
  });

  it('stay where another window has begun to use them meanwhile', async () => {
    await store.append('one', showing('a', picture(1)));
    await store.remove('one');
    const [name = ''] = await files();
    await age(name);
    await createConversationStore(temp.path).append('other', showing('b', picture(1)));
    await store.remove('never-there');
    assert.equal((await store.load('other')).length, 2);
  });
});
