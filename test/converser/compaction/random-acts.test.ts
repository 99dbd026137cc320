import assert from 'node:assert/strict';
import {
  type Canister,
  type CompactionCanister,
  isCompaction,
  isResult,
} from '../../../src/converser/canister/canister.ts';
import { toJson } from '../../../src/converser/canister/canister-json.ts';
import { text, textOf } from '../../../src/converser/canister/content.ts';
import { createSentHistory } from '../../../src/converser/compaction/sent-history.ts';
import { type Conversation, createConversation } from '../../../src/converser/conversation/conversation.ts';
import type { ConverseEvent } from '../../../src/converser/conversation/converse-event.ts';
import type { ModelRequest } from '../../../src/converser/models/provider.ts';
import { estimateRequest } from '../../../src/converser/spending/estimate-request.ts';
import { converse } from '../../../src/converser/turn/converse.ts';
import { createConversationStore } from '../../../src/store/conversation-store.ts';
import { createTempFolder } from '../../ensembles/temp-folder.ts';
import { createFakeEnsemble } from '../../fakes/fake-ensemble.ts';
import { createFakePorts } from '../../fakes/fake-ports.ts';
import { createNarrowModel } from '../../fakes/narrow-model.ts';
import { invokes, type Script, says } from '../../fakes/scripted-model.ts';

/** Set for more: a thousand take some minutes. */
const acts = Number(process.env.CONVERSER_ACTS ?? 120);
const line = 'A line that is long enough to be worth something.\n';

/** The same numbers in every run. */
function randomNumbers(seed: number): (below: number) => number {
  let state = seed;
  return below => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}

/** A conversation, its models, and its file on disk. */
async function setUp(seed: number, folder: string) {
  const random = randomNumbers(seed);
  const store = createConversationStore(folder);
  const files = createFakeEnsemble('files', {
    read: {
      annotations: { readOnly: true, openWorld: false },
      invocable: ({ lines }) => `${lines} lines: ${line.repeat(Number(lines))}`,
    },
  });
  const ports = await createFakePorts({ ensembles: [files], limits: { rounds: 50 } });
  let conversation = createConversation('c');
  let scripts: Script[] = [];
  const next: Script = (request, signal) => {
    const script = scripts.shift() ?? says('Done.');
    return typeof script === 'function' ? script(request, signal) : stream(script);
  };
  const always = Array.from({ length: acts * 10 }, () => next);
  const models = [
    createNarrowModel({ window: 3_000 }, ...always),
    createNarrowModel({ window: 8_000, told: 8_000 }, ...always),
    createNarrowModel({ window: 4_000, told: 4_000, summary: '' }, ...always),
  ];
  let model = models[1];
  /** Something was done that changes how requests begin. */
  let isBroken = true;

  async function turn(): Promise<ConverseEvent | undefined> {
    const rounds = random(5);
    scripts = Array.from({ length: rounds }, () =>
      invokes(
        ...Array.from({ length: 1 + random(3) }, () => ['files__read', { lines: random(12) ** 2 }] as const),
      ),
    );
    assert.ok(model !== undefined);
    const prompt = { content: [text(`Do ${random(1_000)}. ${line.repeat(random(4))}`)] };
    const { signal } = new AbortController();
    let last: ConverseEvent | undefined;
    const begun = model.requests.length;
    const breaks = new Set<number>();
    if (isBroken) breaks.add(begun);
    for await (const event of converse(conversation, prompt, { ports, model, signal })) {
      if (event.type === 'joined') await store.append('c', event.canisters);
      if (event.type === 'joined' && event.canisters.some(isCompaction)) breaks.add(model.requests.length);
      last = event;
    }
    for (let at = Math.max(1, begun); at < model.requests.length; at++)
      if (!breaks.has(at)) checkPrefix(model.requests[at - 1], model.requests[at]);
    isBroken = false;
    return last;
  }

  return {
    random,
    turn,
    get conversation(): Conversation {
      return conversation;
    },
    /** All requests that were not for summaries, of all models. */
    get requests(): readonly ModelRequest[] {
      return models.flatMap(({ requests }) => requests);
    },
    get model() {
      return model;
    },
    switchModel() {
      model = models[random(models.length)];
      isBroken = true;
    },
    async reload() {
      const stored = await store.load('c');
      assert.deepEqual(stored.length, conversation.canisters.length);
      conversation = createConversation('c', stored);
    },
    async takeBack(compaction: CompactionCanister, isTakenBack: boolean) {
      await store.setTakenBack('c', { compaction: compaction.id, isTakenBack });
      conversation = createConversation('c', await store.load('c'));
      isBroken = true;
    },
    /** There is no button for it yet, but canisters have the mark. */
    pin(canister: Canister) {
      const pinned = { ...canister, marks: { ...canister.marks, pinned: true } };
      const all = conversation.canisters.map(each => (each.id === canister.id ? pinned : each));
      conversation = createConversation('c', all);
      isBroken = true;
    },
  };
}

/** The bytes of a request are those that the next one begins with. */
function checkPrefix(before: ModelRequest | undefined, after: ModelRequest | undefined): void {
  assert.ok(before !== undefined && after !== undefined);
  assert.deepEqual(after.tools.slice(0, before.tools.length), before.tools);
  const [first, second] = [toJson(before.canisters), toJson(after.canisters)];
  assert.ok(second.startsWith(first.slice(0, -1)), 'the prefix is kept');
}

async function* stream<T>(events: readonly T[]): AsyncGenerator<T> {
  yield* events;
}

describe('a conversation of many random acts', () => {
  for (const seed of [1, 2]) {
    it(`never drops what is pinned, and records all that it drops (seed ${seed})`, async () => {
      const temp = await createTempFolder();
      const state = await setUp(seed, temp.path);
      const pinned = new Set<string>();
      for (let act = 0; act < acts; act++) {
        const { random } = state;
        const canisters = state.conversation.canisters;
        const compactions = canisters.filter(isCompaction);
        switch (random(8)) {
          case 0:
            state.switchModel();
            break;
          case 1:
            // Pins are in memory only, so reloading would lose them.
            if (pinned.size === 0) await state.reload();
            break;
          case 2: {
            const compaction = compactions[random(compactions.length)];
            if (compaction !== undefined && pinned.size === 0)
              await state.takeBack(compaction, compaction.marks.active);
            break;
          }
          case 3: {
            const small = canisters.filter(each => isResult(each) && textOf(each.content).length < 300);
            const chosen = act > acts / 2 && pinned.size < 4 ? small[random(small.length)] : undefined;
            if (chosen !== undefined) {
              state.pin(chosen);
              pinned.add(chosen.id);
            }
            break;
          }
          default: {
            const before = state.requests.length;
            const end = await state.turn();
            assert.equal(end?.type, 'turn-end');
            assert.equal(end.outcome, 'final', end.error?.message);
            checkRequests(state, { before, pinned });
          }
        }
      }
      const { canisters } = state.conversation;
      assert.ok(canisters.filter(isCompaction).length > acts / 20, 'it was compacted often');
      assert.ok(canisters.some(each => isCompaction(each) && each.passages.some(({ turns }) => turns > 1)));
      checkTakenBack(canisters);
      await temp.dispose();
    }).timeout(acts * 1_000);
  }
});

/** Without its compactions, or with all of them taken back, a conversation is sent as if there had never been any. */
function checkTakenBack(canisters: readonly Canister[]): void {
  const takenBack = canisters.map(each =>
    isCompaction(each) ? { ...each, marks: { ...each.marks, active: false } } : each,
  );
  const sentOf = (all: readonly Canister[]) =>
    createSentHistory({ canisters: all }, { canisters: [] }).after([]);
  const never = canisters.filter(each => !isCompaction(each));
  assert.equal(toJson(sentOf(takenBack)), toJson(sentOf(never)));
  assert.notEqual(toJson(sentOf(canisters)), toJson(sentOf(never)));
}

type State = Awaited<ReturnType<typeof setUp>>;

/** What the last request of the turn lacks is in records that hold; what is pinned is in it as it is. */
function checkRequests(
  state: State,
  { before, pinned }: { readonly before: number; readonly pinned: ReadonlySet<string> },
): void {
  const request = state.model?.requests.at(-1);
  assert.ok(request !== undefined && state.requests.length > before);
  const { canisters } = state.conversation;
  const read = new Map(request.canisters.map(each => [each.id, each]));
  for (const id of pinned) {
    const whole = canisters.find(each => each.id === id);
    assert.equal(textOf(read.get(id)?.content ?? []), textOf(whole?.content ?? []), 'pinned');
  }
  const sent = canisters.filter(each => !isCompaction(each)).slice(0, -1);
  const dropped =
    estimateRequest({ canisters: sent, tools: [] }, 'scripted') -
    estimateRequest({ canisters: request.canisters, tools: [] }, 'scripted');
  const recorded = canisters
    .filter(isCompaction)
    .filter(({ marks }) => marks.active)
    .flatMap(({ results, passages }) => [...results, ...passages])
    .reduce((sum, { tokens }) => sum + tokens, 0);
  assert.ok(recorded >= dropped - 50, `${recorded} recorded, ${dropped} dropped`);
}
