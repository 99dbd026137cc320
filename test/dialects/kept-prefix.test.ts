import assert from 'node:assert/strict';
import { uniformInt } from 'pure-rand/distribution/uniformInt';
import { xoroshiro128plus } from 'pure-rand/generator/xoroshiro128plus';
import { converse } from '../../src/converser/turn/converse.ts';
import type { Canister } from '../../src/converser/words/canister/canister.ts';
import { fromJson, toJson } from '../../src/converser/words/canister/canister-json.ts';
import { text } from '../../src/converser/words/canister/content.ts';
import {
  type Conversation,
  createConversation,
} from '../../src/converser/words/conversation/conversation.ts';
import type { Ensemble } from '../../src/converser/words/ensemble/ensemble.ts';
import { createEnsembleRoster } from '../../src/converser/words/ensemble/ensemble-roster.ts';
import { reply } from '../../src/converser/words/ensemble/invoker.ts';
import type { ModelEvent, ModelRequest } from '../../src/converser/words/models/provider.ts';
import { createFakeEnsemble } from '../fakes/fake-ensemble.ts';
import { createFakePorts } from '../fakes/fake-ports.ts';
import { createScriptedModel, invokes, says } from '../fakes/scripted-model.ts';
import { asRead, sharedStart, wireNames } from './as-read.ts';

const ordinaryActs = 400;

function createDice(seed: number) {
  const generator = xoroshiro128plus(seed);
  return (sides: number) => uniformInt(generator, 0, sides - 1);
}

const finder = createFakeEnsemble('tools', {
  find_tools: {
    findsTools: true,
    invocable: ({ name }) => reply({ content: [text('Found.')], finds: [`far:${String(name)}`] }),
  },
});
const far = createFakeEnsemble(
  'far',
  Object.fromEntries(
    Array.from({ length: 30 }, (_, at) => [`t${at}`, { offer: 'on demand', invocable: () => `far ${at}` }]),
  ),
);
const near = createFakeEnsemble('near', {
  read: ({ path }) => `What ${String(path)} holds. `.repeat(20),
  fail: () => {
    throw new Error('It broke.');
  },
  fetch: {
    annotations: { readOnly: true, openWorld: true },
    origin: 'user',
    invocable: ({ path }) => `Others wrote ${String(path)}.`,
  },
});

interface Course {
  readonly seed: number;
  readonly acts?: number;
  /** About how many turns pass until an ensemble is switched. */
  readonly turnsPerSwitch?: number;
  /** Whether the conversation is reloaded before each turn for which nothing is switched, with no more than its canisters. */
  readonly reloads?: boolean;
}

/** The requests of one conversation of random acts: turns with calls, tools found, documents, ensembles switched. */
async function requestsOf({
  seed,
  acts = ordinaryActs,
  turnsPerSwitch = 60,
  reloads = false,
}: Course): Promise<readonly ModelRequest[]> {
  const roll = createDice(seed);
  const ports = { ...(await createFakePorts({ answers: [] })), roster: createEnsembleRoster() };
  const late: readonly Ensemble[] = Array.from({ length: 5 }, (_, at) =>
    createFakeEnsemble(`late${at}`, { act: () => 'x' }),
  );
  for (const ensemble of [finder, far, near, ...late]) await ports.roster.set(ensemble);
  for (const { name } of late) ports.roster.setEnabled(name, false);
  let conversation = createConversation(`c${seed}`);
  const requests: ModelRequest[] = [];
  for (let act = 0; act < acts; ) {
    if (roll(turnsPerSwitch) === 0) ports.roster.setEnabled(`late${roll(5)}`, roll(2) === 0);
    else if (reloads) conversation = reloaded(conversation);
    const scripts: (readonly ModelEvent[])[] = [];
    for (let rounds = roll(4); rounds > 0; rounds--) {
      const calls = Array.from({ length: 1 + roll(3) }, (): readonly [string, unknown] => {
        act++;
        const kind = roll(12);
        if (kind === 0) return ['tools__find_tools', { name: `t${roll(30)}` }];
        if (kind === 1) return [`far__t${roll(30)}`, {}];
        if (kind === 2) return ['near__fail', {}];
        if (kind === 3) return ['near__gone', { path: 'x' }];
        if (kind === 4) return ['near__fetch', { path: `f${act}` }];
        return ['near__read', { path: `${'🌍é'[roll(3)] ?? 'a'}${act}` }];
      });
      scripts.push(invokes(...calls));
    }
    const model = createScriptedModel(...scripts, says(`Answer ${act}.`));
    const documents = roll(5) === 0 ? [text(`Attached ${act}.`)] : [];
    const prompt = { content: [text(`Question ${act++}.`)], documents };
    const signal = new AbortController().signal;
    const options = { ports, model, signal, supervisor: 'Be brief.' };
    for await (const event of converse(conversation, prompt, options)) void event;
    requests.push(...model.requests);
  }
  return requests;
}

function reloaded({ id, canisters }: Conversation): Conversation {
  return createConversation(id, fromJson<readonly Canister[]>(toJson(canisters)));
}

describe('The bytes that a request begins with', () => {
  let requests: readonly ModelRequest[] = [];
  before(async () => {
    requests = await requestsOf({ seed: 7 });
  });

  for (const wire of wireNames) {
    it(`are those of the last one in ${wire} where nothing named has changed, over ${ordinaryActs} acts`, () => {
      let [kept, all, segments] = [0, 0, 0];
      const bytes = requests.map(request => asRead(wire, request));
      for (let at = 1; at < requests.length; at++) {
        const [before, after] = [requests[at - 1], requests[at]];
        if (before === undefined || after === undefined) continue;
        const isNamed =
          before.tools.length !== after.tools.length ||
          before.tools.some((tool, index) => tool !== after.tools[index]) ||
          instructionsOf(before) !== instructionsOf(after);
        if (isNamed) {
          segments++;
          continue;
        }
        const [was, is] = [bytes[at - 1], bytes[at]];
        if (was === undefined || is === undefined) continue;
        all += was.length;
        kept += sharedStart(was, is);
      }
      assert.ok(requests.length > 200 && segments > 5 && segments < requests.length / 4);
      assert.ok(kept / all >= 0.98, `${((kept / all) * 100).toFixed(2)} % kept`);
    });
  }

  it('differ only after the tools that were there where some were added', () => {
    for (let at = 1; at < requests.length; at++) {
      const [before, after] = [requests[at - 1], requests[at]];
      const names = (request: ModelRequest | undefined) => request?.tools.map(({ name }) => name) ?? [];
      if (names(before).every(name => names(after).includes(name)))
        assert.deepEqual(names(after).slice(0, names(before).length), names(before));
    }
  });
});

describe('A conversation that is reloaded again and again', () => {
  it('makes the same requests, byte by byte, as one that never is, whatever was switched on late', async () => {
    const places = new Set<number>();
    for (const seed of [7, 8, 9]) {
      const course = { seed, acts: 160, turnsPerSwitch: 4 };
      const [kept, others] = [await requestsOf(course), await requestsOf({ ...course, reloads: true })];
      assert.equal(others.length, kept.length);
      for (const { tools } of kept) places.add(tools.findIndex(({ name }) => name.startsWith('late')));
      for (const [at, request] of kept.entries()) {
        const again = others[at] as ModelRequest;
        const names = ({ tools }: ModelRequest) => tools.map(({ name }) => name);
        assert.deepEqual(names(again), names(request), `${seed}, request ${at}`);
        for (const wire of wireNames)
          assert.ok(asRead(wire, request).equals(asRead(wire, again)), `${wire}, ${seed}, request ${at}`);
      }
    }
    // Sorted in, and after what was found before them.
    assert.ok(places.has(0) && Math.max(...places) > 4, [...places].join());
  });
});

function instructionsOf({ canisters }: ModelRequest): string {
  return JSON.stringify(canisters.filter(({ role }) => role === 'supervisor').map(({ content }) => content));
}
