import assert from 'node:assert/strict';
import { textOf } from '../../../src/converser/words/canister/content.ts';
import type { Invocable } from '../../../src/converser/words/ensemble/invoker.ts';
import { createModelRoster } from '../../../src/converser/words/models/model-roster.ts';
import type {
  ModelAnswer,
  ModelQuestion,
  ModelsBeside,
} from '../../../src/converser/words/models/models-beside.ts';
import type { Model, ModelEvent } from '../../../src/converser/words/models/provider.ts';
import type { Caps } from '../../../src/converser/words/spending/caps.ts';
import { createFakeEnsemble } from '../../fakes/fake-ensemble.ts';
import type { FakeHost } from '../../fakes/fake-host.ts';
import { createFakePorts } from '../../fakes/fake-ports.ts';
import { createScriptedModel, invokes, type Script, says } from '../../fakes/scripted-model.ts';
import { takeTurn } from './take-turn.ts';

interface Scene {
  readonly scripts?: readonly Script[];
  readonly caps?: Caps;
  readonly window?: number;
  readonly others?: readonly Model[];
}

const asked = { instructions: 'Answer.', text: 'Given.', question: 'What?' };
const question: ModelQuestion = { ...asked, maxCharacters: 100 };

/** What a tool does with the models beside its turn. */
async function beside<T>(
  use: (models: ModelsBeside, signal: AbortSignal, clock: FakeHost['clock']) => Promise<T>,
  { scripts = [], caps, window, others }: Scene = {},
) {
  let used: T | undefined;
  const invocable: Invocable = async (_, { models, signal }) => {
    assert.ok(models);
    used = await use(models, signal, ports.host.clock);
    return 'Used.';
  };
  const ports = await createFakePorts({
    ensembles: [createFakeEnsemble('fake', { use: invocable })],
    ...(caps && { limits: { caps } }),
  });
  const scripted = createScriptedModel(invokes(['fake__use', {}]), ...scripts);
  const capabilities = { ...scripted.capabilities, ...(window && { contextTokens: window }) };
  const model: Model = { ...scripted, capabilities };
  const roster = createModelRoster();
  roster.add({ id: 'other', label: 'Others', models: async () => others ?? [] });
  await takeTurn({ ports: { ...ports, ...(others && { models: roster }) }, model });
  assert.ok(used !== undefined);
  return { used, requests: scripted.requests };
}

const askAll =
  (count: number, more: Partial<ModelQuestion> = {}) =>
  (models: ModelsBeside, signal: AbortSignal) =>
    Promise.all(Array.from({ length: count }, () => models.own.ask({ ...question, ...more }, signal)));

/** Scripts that say how many of them run at the same time. */
function counting(count: number) {
  const seen = { running: 0, most: 0 };
  const script: Script = async function* () {
    seen.most = Math.max(seen.most, ++seen.running);
    await new Promise(setImmediate);
    yield { type: 'text-delta', text: 'Yes.' };
    seen.running--;
    yield { type: 'finish', reason: 'stop' };
  };
  return { seen, scripts: Array.from({ length: count }, () => script) };
}

describe('the models beside a turn', () => {
  it('are asked three questions at a time', async () => {
    const { seen, scripts } = counting(7);
    const { used } = await beside(askAll(7), { scripts });
    assert.equal(used.filter(({ kind }) => kind === 'answered').length, 7);
    assert.equal(seen.most, 3);
  });

  it('are asked one after the other where there are limits, so that none is passed by several', async () => {
    const { seen, scripts } = counting(7);
    const { used } = await beside(askAll(7), { scripts, caps: { turn: { requests: 4 } } });
    assert.equal(seen.most, 1);
    const told = used.map(answer => (answer.kind === 'refused' ? answer.why : answer.kind));
    assert.deepEqual(told, [...Array(3).fill('answered'), ...Array(4).fill('limit')]);
  });

  it('are broken off when the time of a question is up', async () => {
    const heard: AbortSignal[] = [];
    async function* silent(_: unknown, signal: AbortSignal): AsyncGenerator<ModelEvent, void> {
      heard.push(signal);
      yield { type: 'text-delta', text: 'Well' };
      await new Promise(() => {});
    }
    const { used } = await beside<ModelAnswer>(
      async (models, signal, clock) => {
        const asking = models.own.ask({ ...question, timeLimit: 10_000 }, signal);
        await clock.untilWaiting(10_000);
        await clock.advance(10_000);
        return asking;
      },
      { scripts: [silent] },
    );
    assert.deepEqual(used, { kind: 'refused', reason: 'it took too long.', why: 'failed' });
    assert.equal(heard[0]?.aborted, true);
  });

  it('are sent six million characters a turn, and no more', async () => {
    const text = 'x'.repeat(200_000);
    const scripts = Array.from({ length: 30 }, () => says('Yes.'));
    const { used } = await beside(askAll(31, { text }), { scripts });
    const told = used.map(answer => (answer.kind === 'refused' ? answer.reason : answer.kind));
    const refused = 'tools may send models 6 million characters a turn.';
    assert.deepEqual(told, [...Array(30).fill('answered'), refused]);
  });

  for (const [reason, says] of [
    ['length', 'its answer reached its limit of length.'],
    ['refusal', 'it refused.'],
    ['invocations', 'it called a tool instead.'],
  ] as const)
    it(`say why there is no answer after ${reason}`, async () => {
      const half: Script = [
        { type: 'text-delta', text: 'Half' },
        { type: 'finish', reason },
      ];
      const { used } = await beside<ModelAnswer>((models, signal) => models.own.ask(question, signal), {
        scripts: [half],
      });
      assert.deepEqual(used, { kind: 'refused', reason: says, why: 'failed' });
    });

  it('get a whole text that fits their window by an estimate, and the ends of one that does not', async () => {
    const ask = (words: number) => (models: ModelsBeside, signal: AbortSignal) =>
      models.own.ask({ ...question, text: 'word '.repeat(words) }, signal);
    const fitting = await beside<ModelAnswer>(ask(1_000), { window: 4_000, scripts: [says('Yes.')] });
    assert.partialDeepStrictEqual(fitting.used, { kind: 'answered', text: 'Yes.', isCut: false });
    const long = await beside<ModelAnswer>(ask(5_000), { window: 4_000, scripts: [says('Yes.')] });
    assert.partialDeepStrictEqual(long.used, { kind: 'answered', text: 'Yes.', isCut: true });
    assert.ok(textOf(long.requests[1]?.canisters[1]?.content ?? []).length < 4_300);
  });

  it('are asked by no tool to go on from a request of its own', async () => {
    const after = { canisters: [], tools: [] };
    const { requests } = await beside(askAll(1, { after }), { scripts: [says('Yes.')] });
    assert.equal(requests[1]?.canisters.length, 3);
  });

  it('can’t be chosen where only that of the conversation may be asked', async () => {
    const { used } = await beside(async ({ find, own }) => [typeof find, own.reference]);
    assert.deepEqual(used, ['undefined', 'scripted/model']);
  });

  it('are found by name, and named where there is none of that name', async () => {
    const other = { ...createScriptedModel(), provider: 'other', id: 'small', label: 'Small' };
    const { used } = await beside(
      async ({ find }, signal) => {
        const found = await find?.('small', signal);
        const missing = await find?.('large', signal);
        return { found: found?.kind === 'found' && found.model.label, missing };
      },
      { others: [other] },
    );
    assert.deepEqual(used, { found: 'Small', missing: { kind: 'unknown', known: ['other/small'] } });
  });
});
