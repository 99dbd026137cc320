import assert from 'node:assert/strict';
import { readFile, truncate } from 'node:fs/promises';
import type { Canister } from '../../src/converser/words/canister/canister.ts';
import { type ConversationStore, createConversationStore } from '../../src/store/conversation-store.ts';
import { beforeTurn, createTurnKeeper, loadConversation } from '../../src/store/stored-conversation.ts';
import { createdEach, eachTest } from '../ensembles/each-test.ts';
import { createTempFolder } from '../ensembles/temp-folder.ts';
import { createFakeHost } from '../fakes/fake-host.ts';
import { randomOf } from '../random-of.ts';
import { canisterMaker } from '../sidebar/canisters.ts';

describe('versions of a conversation', () => {
  const temp = eachTest(() => createTempFolder());
  const store = createdEach(() => createConversationStore(temp.path));
  const make = createdEach(canisterMaker);
  const turn = (name: string): readonly [Canister, Canister] => [
    make.user(`user-${name}`, `Say ${name}.`),
    make.assistant(`assistant-${name}`, name),
  ];
  const ids = async () =>
    (await store.load('c')).map(({ id }) => id.replace(/^user-/, '')).filter(id => !id.includes('-'));
  const versions = async () =>
    [...(await store.read('c')).versions].map(([of, { at, ends }]) => `${of} ${at} of ${ends.join()}`);

  it('are what was sent instead of a turn, and each goes on where it was left', async () => {
    for (const name of ['a', 'b', 'c']) await store.append('c', turn(name));
    await store.append('c', turn('b2'), { from: 'assistant-a' });
    assert.deepEqual(await ids(), ['a', 'b2']);
    assert.deepEqual(await versions(), ['user-b2 1 of assistant-c,assistant-b2']);
    await store.append('c', turn('d'));
    await store.goTo('c', 'assistant-c');
    assert.deepEqual(await ids(), ['a', 'b', 'c']);
    assert.deepEqual(await versions(), ['user-b 0 of assistant-c,assistant-d']);
    await store.append('c', turn('a2'), { from: null });
    assert.deepEqual(await ids(), ['a2']);
    assert.deepEqual(await versions(), ['user-a2 1 of assistant-c,assistant-a2']);
    const [listed] = await store.list();
    assert.equal(listed?.title, 'Say a2.');
  });

  it('are none of a turn that was rolled back: the conversation goes on as if it had not been', async () => {
    for (const name of ['a', 'b']) await store.append('c', turn(name));
    await store.append('c', turn('b2'), { from: 'assistant-a' });
    await store.rollBack('c', 'user-b2');
    assert.deepEqual([await ids(), await versions()], [['a', 'b'], []]);
    await store.append('c', turn('c'));
    await store.rollBack('c', 'user-c');
    await store.append('c', turn('a2'), { from: null });
    assert.deepEqual(await versions(), ['user-a2 1 of assistant-b,assistant-a2']);
  });

  it('are there of each turn that a fork began with, and of one that came after a compaction', async () => {
    await store.append('c', ['a', 'b', 'c'].flatMap(turn));
    await store.append('c', turn('b2'), { from: 'assistant-a' });
    assert.deepEqual(await versions(), ['user-b2 1 of assistant-c,assistant-b2']);
    await store.goTo('c', 'assistant-a');
    await store.append('c', [make.compaction({ id: 'compaction-a' })]);
    await store.append('c', turn('b3'));
    assert.deepEqual(await versions(), ['user-b3 2 of assistant-c,assistant-b2,assistant-b3']);
    await store.rollBack('c', 'user-b3');
    assert.deepEqual(await ids(), ['a']);
  });

  it('say where the conversation had led before you went back, until you send something else', async () => {
    for (const name of ['a', 'b', 'c']) await store.append('c', turn(name));
    const ahead = async () => (await store.read('c')).ahead;
    assert.equal(await ahead(), undefined);
    await store.goTo('c', 'assistant-b');
    await store.goTo('c', 'assistant-a');
    assert.deepEqual(await ahead(), { end: 'assistant-c', turns: ['user-b', 'user-c'] });
    await store.append('c', turn('b2'));
    assert.equal(await ahead(), undefined);
    assert.deepEqual(await versions(), ['user-b2 1 of assistant-c,assistant-b2']);
  });

  it('are kept by the keeper of a turn, also if what it goes on from is not known', async () => {
    for (const name of ['a', 'b']) await store.append('c', turn(name));
    const stored = beforeTurn(await loadConversation(store, 'c'), 'user-b');
    assert.ok(stored !== undefined);
    assert.deepEqual(
      stored.conversation.canisters.map(({ id }) => id),
      ['user-a', 'assistant-a'],
    );
    const keep = createTurnKeeper(stored, { store, host: createFakeHost() });
    const [question, answer] = turn('b2');
    await keep({ type: 'joined', canisters: [question] });
    const { from } = await keep({ type: 'joined', canisters: [answer] });
    assert.equal(from, undefined);
    assert.deepEqual(await ids(), ['a', 'b2']);
    assert.equal(beforeTurn(stored, 'user-unknown'), undefined);
    await store.append('c', turn('e'), { from: 'lost' });
    assert.deepEqual(await ids(), ['a', 'b2', 'e']);
  });

  for (const seed of [1, 2, 3, 4, 5])
    it(`lose nothing, whatever is edited, shown, rolled back or cut off (seed ${seed})`, async () => {
      const random = randomOf(seed);
      const pick = <T>(items: readonly T[]) => items[Math.floor(random() * items.length)];
      let path: readonly string[] = [];
      const led = new Map<string, readonly string[]>();
      const states: { readonly size: number; readonly path: readonly string[] }[] = [];
      for (let at = 0; at < 60; at++) {
        const act = random();
        const name = `t${at}`;
        const place = Math.floor(random() * path.length);
        const before = path;
        if (act < 0.25 && led.size > 0) {
          path = led.get(pick([...led.keys()]) ?? '') ?? [];
          await store.goTo('c', `assistant-${path.at(-1)}`);
        } else {
          const isBranch = act < 0.6 && path.length > 0;
          path = [...(isBranch ? path.slice(0, place) : path), name];
          const from = path.length === 1 ? null : `assistant-${path.at(-2)}`;
          await store.append('c', turn(name), isBranch ? { from } : {});
          if (act > 0.9) {
            await store.rollBack('c', `user-${name}`);
            path = before;
          } else led.set(name, path);
        }
        states.push({ size: (await readFile(temp.file('c.jsonl'))).length, path });
        assert.deepEqual(await ids(), path, `after act ${at}`);
      }
      await reachesAll(store, led);
      const { size } = pick(states.slice(0, -1)) ?? { size: 0 };
      const torn = size + Math.floor(random() * 40);
      await truncate(temp.file('c.jsonl'), torn);
      // A record is whole without the newline at its end, too.
      const intact = states.findLast(state => state.size - 1 <= torn);
      assert.deepEqual(await ids(), intact?.path);
    });

  async function reachesAll(
    of: ConversationStore,
    led: ReadonlyMap<string, readonly string[]>,
  ): Promise<void> {
    for (const [name, path] of led) {
      await of.goTo('c', `assistant-${name}`);
      assert.deepEqual(await ids(), path);
    }
  }
});
