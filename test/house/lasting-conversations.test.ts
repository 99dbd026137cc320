import assert from 'node:assert/strict';
import { readdir, readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { describe, it } from 'mocha';
import type { Canister } from '../../src/converser/words/canister/canister.ts';
import { toJson } from '../../src/converser/words/canister/canister-json.ts';
import { createTurnUndo, type TurnUndo } from '../../src/ensembles/workspace/journal/turn-undo.ts';
import { createVersionFiles } from '../../src/ensembles/workspace/journal/versions/version-files.ts';
import { importConversation } from '../../src/house/exchange/import-conversation.ts';
import { type ConversationStore, createConversationStore } from '../../src/store/conversation-store.ts';
import { exportConversation } from '../../src/store/exchange/export-conversation.ts';
import { grow } from '../../src/store/versions.ts';
import { eachRecordedTurns, filesIn } from '../ensembles/workspace/journal/recorded-turn.ts';
import { createFakeHost } from '../fakes/fake-host.ts';
import { randomOf } from '../random-of.ts';
import { canisterMaker } from '../sidebar/canisters.ts';

type Files = Readonly<Record<string, string>>;

/** What a turn has left: the conversation up to its end, and the files then. */
interface Left {
  readonly end: string;
  readonly path: readonly string[];
  readonly canisters: string;
  readonly files: Files;
}

const seeds = [1, 2, 3, 4];
const actsEach = 25;
const never = new AbortController().signal;

describe('conversations that last', () => {
  const { made, turns } = eachRecordedTurns();

  for (const seed of seeds)
    it(`are what was said on each branch, with the files that it had, whatever is edited, restored, undone or killed (seed ${seed})`, async () => {
      const world = await openWorld(seed);
      for (let at = 0; at < actsEach; at++) {
        const told = await world.act(at);
        await world.check(`after act ${at}: ${told}`);
      }
      await world.reachesAll();
      await world.exports();
    }).timeout(60_000);

  async function openWorld(seed: number) {
    const random = randomOf(seed);
    const pick = <T>(items: readonly T[]): T | undefined => items[Math.floor(random() * items.length)];
    const folder = path.join(made.beside, 'conversations');
    // Two windows have the same folder.
    const stores = [createConversationStore(folder), createConversationStore(folder)] as const;
    const store = (): ConversationStore => (random() < 0.5 ? stores[0] : stores[1]);
    const undo = () =>
      createTurnUndo({ journal: turns.journal, roots: () => made.workspace.roots, unsaved: () => [] });
    const make = canisterMaker();
    const ends = new Map<string, Left>();
    const forks: { readonly id: string; readonly parent: string }[] = [];
    const states = new Set<string>(['[]']);
    let now: readonly string[] = [];
    const files = () => filesIn(made.root);
    const ways = (turnUndo: TurnUndo) =>
      createVersionFiles({ turns: turnUndo, folder: turns.folder, unsaved: () => [] });
    const arrive = async ({ to }: { readonly to?: string }) => {
      if (to !== undefined) await store().goTo('c', to);
    };
    const wayTo = async (end: string) => ({
      conversationId: 'c',
      to: ends.get(end)?.end ?? '',
      ...grow(await store().records('c')).wayTo(ends.get(end)?.end ?? ''),
    });

    async function send(name: string, before?: readonly string[]): Promise<void> {
      const canisters: Canister[] = [make.user(`user-${name}`, `Do ${name}.`)];
      const record = turns.journal.record({ conversationId: 'c', turnId: `user-${name}`, title: name });
      for (const file of ['a', 'b', 'c', 'd'].filter(() => random() < 0.5)) {
        const place = { root: made.workspace.roots[0] ?? assert.fail(), path: `${file}.txt` };
        const begun = await record.begin({ kind: 'replace', place });
        if (random() < 0.2) await rm(path.join(made.root, place.path), { force: true });
        else await writeFile(path.join(made.root, place.path), `${file} of ${name}`);
        await begun.done();
      }
      await record.end();
      canisters.push(make.assistant(`assistant-${name}`, `Did ${name}.`));
      await store().append('c', canisters, before === undefined ? {} : { from: endOf(before) });
      now = [...(before ?? now), name];
      const stored = await store().load('c');
      ends.set(name, { end: lastOf(name), path: now, canisters: toJson(stored), files: await files() });
    }

    async function compact(at: number): Promise<void> {
      const name = now.at(-1) ?? '';
      const left = ends.get(name) ?? assert.fail();
      const end = `compaction-${at}`;
      await store().append('c', [make.compaction({ id: end })]);
      ends.set(name, { ...left, end, canisters: toJson(await store().load('c')) });
    }

    /** As if Converser were killed during the way: what it still awaits never comes. */
    async function killed(end: string): Promise<void> {
      let left = Math.floor(random() * 4);
      const own = undo();
      const dies = Promise.withResolvers<'dead'>();
      const dying =
        <Args extends readonly unknown[], T>(work: (...args: Args) => Promise<T>) =>
        async (...args: Args): Promise<T> => {
          if (left-- > 0) return work(...args);
          dies.resolve('dead');
          return new Promise(() => {});
        };
      const walked = ways({ ...own, undo: dying(own.undo), redo: dying(own.redo) }).follow(await wayTo(end), {
        signal: never,
        arrive: dying(arrive),
      });
      await Promise.race([walked, dies.promise]);
      const outcome = await ways(undo()).goOn(arrive);
      assert.ok(outcome.length <= 1);
    }

    const lastOf = (name: string) => `assistant-${name}`;
    const endOf = (turnsBefore: readonly string[]) => ends.get(turnsBefore.at(-1) ?? '')?.end ?? null;

    async function act(at: number): Promise<string> {
      const roll = random();
      const other = pick([...ends.keys()]);
      if (roll < 0.35 || other === undefined) {
        await send(`t${at}`);
        return 'sent';
      }
      if (roll < 0.55) {
        const before = now.slice(0, Math.floor(random() * now.length));
        const leaving = now.slice(before.length).map(name => `user-${name}`);
        await ways(undo()).follow({ conversationId: 'c', leaving, entering: [] }, { signal: never, arrive });
        await send(`t${at}`, before);
        return `sent instead of ${leaving[0]}`;
      }
      if (roll < 0.6) {
        const id = `fork-${at}`;
        const kept = await store().load('c');
        await store().append(id, kept);
        forks.push({ id, parent: toJson(kept) });
        await store().append(id, [make.user(`user-${id}`, 'On.'), make.assistant(`assistant-${id}`, 'On.')]);
        return 'forked';
      }
      if (roll < 0.65 && now.length > 0) {
        await compact(at);
        return 'compacted';
      }
      if (roll < 0.7) {
        const stop = AbortSignal.abort();
        const before = await files();
        const { hasArrived } = await ways(undo()).follow(await wayTo(other), { signal: stop, arrive });
        assert.equal(hasArrived, false);
        assert.deepEqual(await files(), before, 'stopped, so all is as before');
        return 'stopped on the way';
      }
      now = ends.get(other)?.path ?? [];
      if (roll < 0.85) {
        await killed(other);
        return `killed on the way to ${other}`;
      }
      const outcome = await ways(undo()).follow(await wayTo(other), { signal: never, arrive });
      assert.deepEqual([outcome.hasArrived, outcome.isWhole], [true, true]);
      return `went to ${other}`;
    }

    async function check(when: string): Promise<void> {
      const last = ends.get(now.at(-1) ?? '');
      const stored = toJson(await store().load('c'));
      assert.equal(stored, last?.canisters ?? '[]', when);
      states.add(stored);
      assert.deepEqual(await files(), last?.files ?? {}, `the files ${when}`);
      assert.deepEqual(
        (await readdir(turns.folder)).filter(name => name.endsWith('.way')),
        [],
        when,
      );
    }

    return {
      act,
      check,
      async reachesAll() {
        const [one] = stores;
        for (const turn of ends.keys()) {
          now = ends.get(turn)?.path ?? [];
          await ways(undo()).follow(await wayTo(turn), { signal: never, arrive });
          await check(`at the end of ${turn}`);
        }
        for (const { id, parent } of forks) {
          const forked = await one.load(id);
          assert.equal(toJson(forked.slice(0, -2)), parent);
        }
        // What is cut off at any byte is what was there before.
        const bytes = await readFile(path.join(made.beside, 'conversations', 'c.jsonl'));
        for (let cut = 0; cut < 20; cut++) {
          const torn = Math.floor(random() * bytes.length);
          await writeFile(path.join(made.beside, 'conversations', 'torn.jsonl'), bytes.subarray(0, torn));
          const read = toJson(await one.load('torn'));
          assert.ok(states.has(read), `cut off at byte ${torn}`);
        }
      },
      async exports() {
        const [one] = stores;
        const secrets = { hide: (text: string) => text, hideIn: <T>(value: T) => value };
        const exported = await exportConversation('c', 'json', { store: one, secrets });
        const host = createFakeHost();
        const { id } = await importConversation(Buffer.from(exported?.text ?? ''), { store: one, host });
        const again = await exportConversation(id, 'json', { store: one, secrets });
        assert.equal(again?.text, exported?.text);
      },
    };
  }
});
