import assert from 'node:assert/strict';
import { compactConversation } from '../../src/converser/turn/compact-conversation.ts';
import { compactionsIn } from '../../src/converser/turn/compaction/compacted.ts';
import { converse } from '../../src/converser/turn/converse.ts';
import type { ConverseOptions, Prompt } from '../../src/converser/turn/converse-options.ts';
import {
  beginsTurn,
  type Canister,
  type CompactionCanister,
  isCompaction,
} from '../../src/converser/words/canister/canister.ts';
import {
  type Conversation,
  createConversation,
} from '../../src/converser/words/conversation/conversation.ts';
import type { ConverseEvent, TurnEnd } from '../../src/converser/words/conversation/converse-event.ts';
import { createFallbacks } from '../../src/converser/words/models/fallback/fallbacks.ts';
import type { ModelRequest } from '../../src/converser/words/models/provider.ts';
import { createConversationStore } from '../../src/store/conversation-store.ts';
import { createFakePorts } from '../fakes/fake-ports.ts';
import type { Script } from '../fakes/scripted-model.ts';
import { actTools, switchedOnes } from './act-tools.ts';
import { type ActingModel, createActingModels, findActing } from './acting-models.ts';
import { createKeptBytes } from './kept-bytes.ts';

const id = 'c';

export interface ActedOptions {
  /** Where it is stored. */
  readonly folder: string;
  /** Looks at each request that a model was sent. */
  readonly look: (request: ModelRequest, asked: ActingModel, acted: ActedConversation) => void;
}

export type ActedConversation = Awaited<ReturnType<typeof createActedConversation>>;

/** A conversation, its models, tools and file on disk, with what may be done to them between two requests. */
export async function createActedConversation({ folder, look }: ActedOptions) {
  const store = createConversationStore(folder);
  const scripts: Script[] = [];
  const kept = createKeptBytes();
  const models = createActingModels({
    scripts,
    hear(asked, request) {
      kept.hear(asked, request);
      look(request, asked, acted);
    },
  });
  const plain = await createFakePorts({ ensembles: actTools(), limits: { rounds: 12 } });
  for (const name of switchedOnes) plain.roster.setEnabled(name, false);
  const references = models.map(({ model }) => `${model.provider}/${model.id}`);
  const ports = {
    ...plain,
    fallbacks: createFallbacks({ chains: () => ({ '*': references }), clock: plain.host.clock }),
    models: {
      find: async (reference: string) => findActing(models, reference),
      models: async () => models.map(({ model }) => model),
    },
  };
  let conversation = createConversation(id);
  let pinned: ReadonlySet<string> = new Set();
  let asked = models[0];
  let supervisor = 'Be brief.';
  const on = new Set<string>();

  function hold(canisters: readonly Canister[]): void {
    conversation = createConversation(id, withPins(canisters, pinned));
  }

  /** What is on disk is what was there, and is gone on with. */
  async function readAgain(): Promise<void> {
    hold(await store.load(id));
  }

  async function keep(event: ConverseEvent): Promise<void> {
    if (event.type !== 'joined') return;
    await store.append(id, event.canisters);
    if (event.canisters.some(isCompaction)) kept.name();
  }

  const acted = {
    ports,
    models,
    kept,
    scripts,
    get conversation(): Conversation {
      return conversation;
    },
    get pinned() {
      return pinned;
    },
    get turns(): readonly Canister[] {
      const { canisters } = conversation;
      return canisters.filter((each, at) => beginsTurn(each, canisters[at - 1]));
    },
    get compactions(): readonly CompactionCanister[] {
      return conversation.canisters.filter(isCompaction);
    },
    async turn(prompt: Prompt, more: Partial<ConverseOptions> = {}): Promise<TurnEnd> {
      assert.ok(asked !== undefined);
      const { signal } = new AbortController();
      const first = conversation.canisters.length;
      let begun: string | undefined;
      let end: TurnEnd | undefined;
      const options = { ports, model: asked.model, signal, supervisor, ...more };
      for await (const event of converse(conversation, prompt, options)) {
        begun ??= conversation.canisters[first]?.id;
        await keep(event);
        if (event.type === 'turn-end') end = event;
      }
      assert.ok(end !== undefined, 'a turn ends');
      if (end.rolledBack && begun !== undefined) {
        await store.rollBack(id, begun);
        kept.name();
      }
      scripts.length = 0;
      return end;
    },
    async compact(): Promise<CompactionCanister | undefined> {
      assert.ok(asked !== undefined);
      const { signal } = new AbortController();
      const events = compactConversation(conversation, { ports, model: asked.model, signal });
      for (;;) {
        const next = await events.next();
        if (next.done) return next.value.compaction;
        for (const event of next.value) await keep(event);
      }
    },
    async takeBack({ id: compaction }: CompactionCanister, isTakenBack: boolean): Promise<void> {
      await store.setTakenBack(id, { compaction, isTakenBack });
      await readAgain();
      kept.name();
    },
    async undo(turnId: string, isUndone: boolean, note?: string): Promise<void> {
      await store.setUndone(id, { turnId, isUndone, ...(note === undefined ? {} : { note }) });
      await readAgain();
      kept.name();
    },
    async reload(): Promise<void> {
      const before = conversation.canisters;
      await readAgain();
      assert.deepEqual(conversation.canisters, before, 'what is stored is what was there');
    },
    pin(ids: ReadonlySet<string>): void {
      const { canisters } = conversation;
      const left = compactionsIn(canisters).flatMap(each => passedBy(each, canisters));
      // What only its pin has kept there goes with it, and what was left out comes back by one.
      if (left.some(each => pinned.has(each) !== ids.has(each))) kept.name();
      pinned = ids;
      hold(conversation.canisters);
    },
    switchModel(to: ActingModel | undefined): void {
      asked = to;
    },
    switchTools(name: string): void {
      const isOn = on.delete(name);
      if (!isOn) on.add(name);
      ports.roster.setEnabled(name, !isOn);
      kept.name();
    },
    instruct(text: string): void {
      if (text !== supervisor) kept.name();
      supervisor = text;
    },
    get supervisor() {
      return supervisor;
    },
  };
  return acted;
}

function withPins(canisters: readonly Canister[], pinned: ReadonlySet<string>): readonly Canister[] {
  return canisters.map(each =>
    each.marks.pinned === pinned.has(each.id)
      ? each
      : { ...each, marks: { ...each.marks, pinned: !each.marks.pinned } },
  );
}

/** What a compaction leaves out, or would without pins. */
function passedBy(
  { results, passages }: CompactionCanister,
  canisters: readonly Canister[],
): readonly string[] {
  const at = (id: string) => canisters.findIndex(each => each.id === id);
  return [
    ...results.map(({ id }) => id),
    ...passages.flatMap(({ from, to }) => canisters.slice(at(from), at(to) + 1).map(({ id }) => id)),
  ];
}
