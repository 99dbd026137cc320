import assert from 'node:assert/strict';
import { uniformInt } from 'pure-rand/distribution/uniformInt';
import { xoroshiro128plus } from 'pure-rand/generator/xoroshiro128plus';
import { errorData, errors } from '../../src/converser/ground/errors.ts';
import type { Prompt } from '../../src/converser/turn/converse-options.ts';
import { type Canister, isResult } from '../../src/converser/words/canister/canister.ts';
import { type Content, text, textOf } from '../../src/converser/words/canister/content.ts';
import { ofOutside } from '../../src/converser/words/labels/label.ts';
import { invokes, type Script, says } from '../fakes/scripted-model.ts';
import { createTestSteering } from '../fakes/test-steering.ts';
import { farTools, switchedOnes } from './act-tools.ts';
import type { ActedConversation } from './acted-conversation.ts';
import { sameAsBefore, sameWithout } from './taken-back.ts';

/** A whole number from zero up to, not including, the one given. */
export type Roll = (sides: number) => number;

export function createRoll(seed: number): Roll {
  const generator = xoroshiro128plus(seed);
  return sides => uniformInt(generator, 0, sides - 1);
}

type Act = (acted: ActedConversation, roll: Roll) => Promise<unknown>;

const line = 'A line that is long enough to be worth something.\n';

/** The smallest image there is: one pixel, PNG. */
const pixel = Uint8Array.from(
  atob('iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='),
  each => each.charCodeAt(0),
);

/** What a conversation can go through, each so many times as often as it stands here. */
export const acts: Readonly<Record<string, { readonly often: number; readonly act: Act }>> = {
  turn: { often: 40, act: (acted, roll) => finalTurn(acted, roll, {}) },
  'turn with attachments': { often: 8, act: (acted, roll) => finalTurn(acted, roll, attached(roll)) },
  'steered turn': {
    often: 5,
    async act(acted, roll) {
      const steering = createTestSteering();
      acted.scripts.push(...rounds(roll, 1 + roll(2)));
      steer(acted, () => steering.add(`Also ${roll(1_000)}.`));
      acted.scripts.push(...rounds(roll, 1 + roll(2)));
      const end = await acted.turn(question(roll), { steering });
      assert.equal(end.outcome, 'final', end.error?.message);
    },
  },
  'turn that ends after a round': {
    often: 2,
    async act(acted, roll) {
      const steering = createTestSteering();
      acted.scripts.push(...rounds(roll, 1));
      steer(acted, () => steering.endTurn());
      assert.equal((await acted.turn(question(roll), { steering })).outcome, 'stopped');
    },
  },
  'stopped turn': {
    often: 3,
    async act(acted, roll) {
      const stop = new AbortController();
      acted.scripts.push(...rounds(roll, roll(3)), async function* () {
        yield { type: 'text-delta', text: `I begin ${roll(1_000)}` };
        stop.abort();
        yield { type: 'failure', error: errorData(errors.cancelled()) };
      });
      assert.equal((await acted.turn(question(roll), { signal: stop.signal })).outcome, 'stopped');
    },
  },
  'failed turn': {
    often: 2,
    async act(acted, roll) {
      acted.scripts.push(...rounds(roll, roll(3)), says(''));
      assert.equal((await acted.turn(question(roll))).outcome, 'failed');
    },
  },
  'refused turn': {
    often: 1,
    async act(acted, roll) {
      // Of each model, so that none is left to take over.
      const refusal: Script = [
        { type: 'text-delta', text: 'I' },
        { type: 'finish', reason: 'refusal' },
      ];
      acted.scripts.push(...acted.models.map(() => refusal));
      await acted.turn(question(roll));
      acted.kept.name();
    },
  },
  'turn rolled back': {
    often: 1,
    async act(acted, roll) {
      acted.scripts.push(...rounds(roll, roll(2)), invokes(['near__end', {}]));
      await acted.turn(question(roll));
    },
  },
  'turn with a fallback': {
    often: 4,
    async act(acted, roll) {
      const failure: Script = [
        { type: 'failure', error: errorData(errors.modelOverloaded('It', 'full.', undefined)) },
      ];
      acted.scripts.push(...rounds(roll, roll(3)), failure, ...rounds(roll, roll(3)));
      const end = await acted.turn(question(roll));
      assert.equal(end.outcome, 'final', end.error?.message);
      if (roll(2) === 0) await acted.ports.host.clock.advance(120_000);
    },
  },
  'switch model': { often: 8, act: async (acted, roll) => acted.switchModel(oneOf(acted.models, roll)) },
  'switch tools': {
    often: 3,
    act: async (acted, roll) => acted.switchTools(oneOf(switchedOnes, roll) ?? ''),
  },
  'other instructions': {
    often: 1,
    act: async (acted, roll) => acted.instruct(roll(2) === 0 ? 'Be brief.' : 'Be thorough.'),
  },
  pin: { often: 4, act: pin },
  unpin: {
    often: 2,
    act: async (acted, roll) => acted.pin(new Set([...acted.pinned].filter(() => roll(2) === 0))),
  },
  compact: {
    often: 3,
    async act(acted, roll) {
      const before = acted.conversation.canisters;
      const compaction = await acted.compact();
      if (compaction === undefined || roll(2) === 0) return;
      await acted.takeBack(compaction, true);
      await sameAsBefore(acted, before);
    },
  },
  'take back': {
    often: 4,
    async act(acted, roll) {
      const compaction = oneOf(acted.compactions, roll);
      if (compaction === undefined) return;
      await acted.takeBack(compaction, compaction.marks.active);
      if (compaction.marks.active) await sameWithout(acted, new Set([compaction.id]));
    },
  },
  undo: {
    often: 3,
    async act(acted, roll) {
      const turn = oneOf(acted.turns.slice(-6), roll);
      if (turn !== undefined)
        await acted.undo(turn.id, turn.marks.active, roll(3) === 0 ? 'Undone.' : undefined);
    },
  },
  'edit the last message': {
    often: 2,
    async act(acted, roll) {
      const turn = acted.turns.at(-1);
      if (turn?.marks.active) await acted.undo(turn.id, true);
      await finalTurn(acted, roll, {});
    },
  },
  reload: { often: 4, act: acted => acted.reload() },
};

/** In which acts are chosen. */
const lots = Object.entries(acts).flatMap(([name, { often }]) => Array.from({ length: often }, () => name));

/** One of them, by its name. */
export function anyAct(roll: Roll): string {
  return oneOf(lots, roll) ?? 'turn';
}

async function finalTurn(acted: ActedConversation, roll: Roll, more: Partial<Prompt>): Promise<void> {
  acted.scripts.push(...rounds(roll, roll(5)), says(`Answer ${roll(1_000)}. ${line.repeat(roll(3))}`));
  const end = await acted.turn({ ...question(roll), ...more });
  assert.equal(end.outcome, 'final', end.error?.message);
}

function question(roll: Roll): Prompt {
  return { content: [text(`Do ${roll(1_000)}. ${line.repeat(roll(4))}`)] };
}

/** Something happens while the last of the scripted rounds is answered. */
function steer({ scripts }: ActedConversation, happen: () => void): void {
  const last = scripts.at(-1);
  if (last === undefined || typeof last === 'function') return;
  scripts[scripts.length - 1] = async function* () {
    happen();
    yield* last;
  };
}

function rounds(roll: Roll, count: number): readonly Script[] {
  return Array.from({ length: count }, () =>
    invokes(...Array.from({ length: 1 + roll(3) }, () => call(roll))),
  );
}

function call(roll: Roll): readonly [name: string, args: unknown] {
  const path = `src/${['a', 'é', '🌍'][roll(3)]}${roll(6)}.ts`;
  switch (roll(14)) {
    case 0:
      return ['tools__find_tools', { name: `t${roll(farTools)}` }];
    case 1:
      return [`far__t${roll(farTools)}`, {}];
    case 2:
      return ['near__fail', {}];
    case 3:
      return ['near__gone', { path }];
    case 4:
      return ['near__fetch', { path, lines: roll(12) }];
    case 5:
      return ['near__write', { path }];
    case 6:
      return [`${oneOf(switchedOnes, roll)}__act`, {}];
    case 7:
    case 8:
      return ['near__note', { about: roll(1_000) }];
    default:
      return ['near__read', { path, lines: roll(12) ** 2 }];
  }
}

function attached(roll: Roll): Partial<Prompt> {
  const at = roll(1_000);
  const mine: Content = text(`Attached ${at}. ${line.repeat(roll(20))}`);
  const theirs: Content = text(`Written by others ${at}. ${line.repeat(roll(10))}`);
  const file: Content = {
    type: 'resource',
    uri: `file:///${at}.md`,
    mimeType: 'text/markdown',
    text: `# ${at}`,
  };
  const image: Content = { type: 'image', mimeType: 'image/png', bytes: pixel };
  const all = [mine, theirs, file, image].filter(() => roll(2) === 0);
  return {
    documents: all,
    labels: new Map([[theirs, ofOutside('web:example.org')]]),
    names: new Map(roll(2) === 0 ? [[file, 'A file']] : []),
  };
}

/** So many may be pinned at a time: what is pinned has to fit into the smallest window. */
const mostPinned = 5;
const longestPinned = 200;

async function pin(acted: ActedConversation, roll: Roll): Promise<void> {
  const isPinnable = (each: Canister) =>
    each.marks.active &&
    (isResult(each)
      ? each.failure === undefined && !each.inShort
      : each.role === 'user' || each.role === 'assistant') &&
    textOf(each.content).length < longestPinned &&
    /^[\w .]+$/.test(textOf(each.content).trim());
  const chosen = oneOf(acted.conversation.canisters.filter(isPinnable), roll);
  if (chosen !== undefined && acted.pinned.size < mostPinned)
    acted.pin(new Set([...acted.pinned, chosen.id]));
}

function oneOf<T>(all: readonly T[], roll: Roll): T | undefined {
  return all.length === 0 ? undefined : all[roll(all.length)];
}
