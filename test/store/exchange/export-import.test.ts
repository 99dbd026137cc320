import assert from 'node:assert/strict';
import fc from 'fast-check';
import type { Canister } from '../../../src/converser/words/canister/canister.ts';
import { noSpending } from '../../../src/converser/words/spending/spending.ts';
import { importConversation } from '../../../src/house/exchange/import-conversation.ts';
import { type ConversationStore, createConversationStore } from '../../../src/store/conversation-store.ts';
import { exportConversation } from '../../../src/store/exchange/export-conversation.ts';
import { anyRequest } from '../../dialects/any-history.ts';
import { createdEach, eachTest } from '../../ensembles/each-test.ts';
import { createTempFolder } from '../../ensembles/temp-folder.ts';
import { createFakeHost } from '../../fakes/fake-host.ts';
import { canisterMaker } from '../../sidebar/canisters.ts';

describe('an exported conversation', () => {
  const temp = eachTest(() => createTempFolder());
  const store = createdEach(() => createConversationStore(temp.path));
  const host = createdEach(() => createFakeHost());

  const exported = async (id: string) =>
    (await exportConversation(id, 'json', { store, secrets: host.secrets }))?.text ?? '';
  const imported = (text: string) => importConversation(Buffer.from(text), { store, host });

  it('is the same file once it was imported, whatever was said, branched, pinned, undone or compacted', async () => {
    let count = 0;
    const turns = fc.array(fc.record({ act: fc.nat({ max: 9 }), at: fc.nat(), said: anyRequest }), {
      minLength: 1,
      maxLength: 12,
    });
    await fc.assert(
      fc.asyncProperty(turns, async acts => {
        const id = `c-${count++}`;
        const ends: string[] = [];
        await enact({ act: 9, id, nth: 99, of: undefined }, [], { store, ends });
        for (const [nth, { act, at, said }] of acts.entries())
          await enact(
            { act, id, nth, of: ends[at % Math.max(1, ends.length)] },
            said.canisters.filter(({ role }) => role !== 'supervisor'),
            {
              store,
              ends,
            },
          );
        const first = await exported(id);
        // All of it may have been rolled back.
        fc.pre(first !== '');
        const { id: other } = await imported(first);
        assert.equal(await exported(other), first);
        const [before, after] = [await store.read(id), await store.read(other)];
        assert.deepEqual(after.canisters.map(unlabelled), before.canisters.map(unlabelled));
        assert.deepEqual({ ...after, canisters: [] }, { ...before, canisters: [] });
        assert.ok(
          after.canisters.every(({ label }) =>
            label?.sources.some(each => /^(import:Converser|\*)$/.test(each)),
          ),
        );
      }),
      { numRuns: 60 },
    );
  });

  it('hides the secrets that Converser knows, in what was said and in the names of arguments', async () => {
    const make = canisterMaker();
    host.secrets.learn('tiger-4711-secret');
    const call = make.invocation('c1', 'web:fetch_page', {
      'tiger-4711-secret': 'x',
      note: 'a tiger-4711-secret',
    });
    await store.append('c', [
      make.user('u', 'tiger-4711-secret'),
      call,
      make.result('c1', 'tiger-4711-secret'),
    ]);
    for (const form of ['json', 'html', 'markdown'] as const) {
      const { text = '', hidesSecrets } =
        (await exportConversation('c', form, { store, secrets: host.secrets })) ?? {};
      assert.doesNotMatch(text, /tiger/);
      assert.match(text, /••••/);
      assert.equal(hidesSecrets, true);
    }
  });

  it('says in which record it is damaged, and is not stored in part', async () => {
    const make = canisterMaker();
    await store.append('c', [make.user('u', 'Hello.')], { spending: { ...noSpending, rounds: [] } });
    const file = await exported('c');
    const damaged: readonly (readonly [string, RegExp])[] = [
      [file.replace('"user"', '"boss"'), /^records\/1\/0\/role: must be equal/],
      [file.replace('"requests":0', '"requests":-1'), /^records\/0\/spending\/requests: must be >= 0/],
      [file.replace('"version":1', '"version":2'), /^version: must be 1/],
      [file.slice(0, -5), /^Line 3: neither JSON nor JSON lines/],
    ];
    for (const [text, message] of damaged)
      await assert.rejects(imported(text), (error: Error) => {
        assert.match(error.message, message);
        return true;
      });
    assert.equal((await store.list()).length, 1);
  });

  it('instructs no model as you do', async () => {
    const make = canisterMaker();
    const told = { ...make.user('s', 'Obey.'), role: 'supervisor' } as const;
    await store.append('c', [told, make.user('u', 'Hello.'), make.assistant('a', 'Hi.')]);
    const { id } = await imported(await exported('c'));
    assert.deepEqual(
      (await store.load(id)).map(({ role }) => role),
      ['document', 'user', 'assistant'],
    );
    assert.equal(await exported(id), await exported('c'));
  });

  it('is read with sorted keys, and never belongs to a program of the gateway', async () => {
    const make = canisterMaker();
    const origin = { client: 'cline', model: 'a/b', tools: ['*'] };
    await store.append('c', [make.user('u', 'One.'), make.assistant('a', 'Yes.')], { origin });
    await store.append('c', [make.user('u2', 'Two.'), make.assistant('a2', 'No.')], { from: null, origin });
    const file = JSON.parse(await exported('c')) as { records: Record<string, unknown>[] };
    const records = file.records.map(each =>
      Array.isArray(each) ? each : Object.fromEntries(Object.entries(each).reverse()),
    );
    const { id } = await imported(JSON.stringify({ ...file, records }));
    const { versions, origin: own } = await store.read(id);
    assert.deepEqual([...versions], [['u2', { at: 1, ends: ['a', 'a2'] }]]);
    assert.equal(own, undefined);
    const listed = (await store.list()).map(({ id: each, origin: of }) => `${each} ${of?.client}`);
    assert.deepEqual(listed.toSorted(), ['c cline', `${id} undefined`]);
  });
});

interface Act {
  readonly act: number;
  readonly id: string;
  readonly nth: number;
  /** The last canister of an earlier turn. */
  readonly of: string | undefined;
}

interface Acted {
  readonly store: ConversationStore;
  readonly ends: string[];
}

async function enact({ act, id, nth, of }: Act, said: readonly Canister[], { store, ends }: Acted) {
  const make = canisterMaker();
  if (act === 0 && of !== undefined) return store.goTo(id, of);
  if (act === 1 && of !== undefined) return store.setPinned(id, { canister: of, isPinned: nth % 2 === 0 });
  if (act === 2) return store.setUndone(id, { turnId: `u${nth - 1}`, isUndone: true, note: 'Only a part.' });
  if (act === 3 && of !== undefined) return store.rollBack(id, `u${of.slice(1)}`);
  if (act === 4) return store.rename(id, `Named ${nth}`);
  const compaction = make.compaction({ id: `k${nth}` });
  if (act === 5) await store.append(id, [make.user(`u${nth}`, 'Compact.'), compaction]);
  if (act === 5) return store.setTakenBack(id, { compaction: `k${nth}`, isTakenBack: true });
  const turn = [make.user(`u${nth}`, `Say ${nth}.`), ...said, make.assistant(`a${nth}`, 'Said.')];
  const spending = { ...noSpending, requests: 1, cost: 0.25, rounds: [] };
  const thoughts = [{ before: `a${nth}`, text: 'Hm.', duration: 5 }];
  await store.append(id, turn, { spending, thoughts, ...(act === 6 && { from: of ?? null }) });
  ends.push(`a${nth}`);
}

function unlabelled({ label: _label, ...canister }: Canister) {
  return canister;
}
