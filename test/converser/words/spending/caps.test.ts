import assert from 'node:assert/strict';
import { errors } from '../../../../src/converser/ground/errors.ts';
import { createConversation } from '../../../../src/converser/words/conversation/conversation.ts';
import type { Model, ModelEvent, Price } from '../../../../src/converser/words/models/provider.ts';
import type { Caps } from '../../../../src/converser/words/spending/caps.ts';
import { estimateRequest } from '../../../../src/converser/words/spending/estimate-request.ts';
import { spendingOf } from '../../../../src/converser/words/spending/spending.ts';
import { createFakeEnsemble } from '../../../fakes/fake-ensemble.ts';
import { createFakePorts } from '../../../fakes/fake-ports.ts';
import { createScriptedModel, invokes, type Script, says } from '../../../fakes/scripted-model.ts';
import { leaving, takeTurn } from '../../turn/take-turn.ts';

interface Setting extends Pick<Parameters<typeof takeTurn>[0], 'conversation' | 'hear'> {
  readonly caps?: Caps;
  readonly scripts?: readonly Script[];
  readonly model?: Partial<Model>;
}

const used = (usage: object): ModelEvent => ({ type: 'usage', usage });
const perMillion: Price = { input: 1, output: 1 };

async function run({ caps = {}, scripts = [], model: more, ...given }: Setting) {
  const scripted = createScriptedModel(...scripts);
  const ensembles = [createFakeEnsemble('e', { read: () => 'x' })];
  const ports = await createFakePorts({ ensembles, limits: { caps } });
  const taken = await takeTurn({ ports, model: { ...scripted, ...more }, ...given });
  return { ...taken, requests: scripted.requests };
}

/** Tokens of the only request of such a turn. */
async function requestSize(): Promise<number> {
  const [request] = (await run({})).requests;
  return estimateRequest(request ?? { canisters: [], tools: [] }, 'scripted');
}

describe('a cap', () => {
  it('counts what a request may write to a cache at its price', async () => {
    const size = await requestSize();
    const cost = size / 1_000_000;
    const price = { input: 1, output: 1, cached: 0.1, written: 1.25 };
    const outcome = async (limit: number) =>
      (await run({ caps: { turn: { cost: limit } }, scripts: [says('Yes.')], model: { price } })).end.outcome;
    assert.deepEqual([await outcome(cost * 1.2), await outcome(cost * 1.25)], ['failed', 'final']);
  });

  it('lets pass what comes to it exactly, and nothing that exceeds it', async () => {
    const size = await requestSize();
    const cases: readonly (readonly [Caps['turn'] & object, 'final' | 'failed'])[] = [
      [{ tokens: size }, 'final'],
      [{ tokens: size - 1 }, 'failed'],
      [{ requests: 1 }, 'final'],
      [{ requests: 0 }, 'failed'],
      [{ cost: size / 1_000_000 }, 'final'],
      [{ cost: (size - 1) / 1_000_000 }, 'failed'],
    ];
    for (const [cap, outcome] of cases) {
      for (const caps of [{ turn: cap }, { conversation: cap }]) {
        const { end, requests } = await run({ caps, model: { price: perMillion } });
        assert.equal(end.outcome, outcome, JSON.stringify(caps));
        assert.equal(requests.length, outcome === 'final' ? 1 : 0, 'what is refused is not sent');
        if (outcome === 'failed')
          assert.deepEqual([end.error?.code, end.spending], ['spending-cap', undefined]);
      }
    }
  });

  it('ends the turn between two rounds, and names itself, the figures, and where to raise it', async () => {
    const first = [used({ input: 900, output: 100 }), ...invokes(['read', {}])];
    const { events, end, requests } = await run({ caps: { turn: { tokens: 1000 } }, scripts: [first] });
    assert.equal(requests.length, 1);
    assert.equal(events.filter(({ type }) => type === 'round-start').length, 1);
    assert.match(
      end.error?.message ?? '',
      /bring this turn to about 1,0\d\d tokens, over its limit of 1,000 tokens\. Nothing was sent\. .*the setting converser\.limits\.tokensPerTurn\.\s*$/,
    );
    assert.deepEqual([end.spending?.input, end.spending?.output, end.spending?.requests], [900, 100, 1]);
  });

  it('of a conversation counts turns that were rolled back', async () => {
    const conversation = createConversation('c');
    const caps = { conversation: { requests: 2 } };
    const failing = [used({ input: 5, output: 1 })];
    assert.equal((await run({ caps, conversation, scripts: [failing] })).end.error?.code, 'model-failed');
    assert.equal((await run({ caps, conversation })).end.outcome, 'final');
    assert.equal((await run({ caps, conversation })).end.error?.code, 'spending-cap');
    assert.equal(conversation.spending.requests, 2);
  });

  it('stops a model that asks again by itself', async () => {
    const again: readonly ModelEvent[] = [
      used({ input: 10, output: 1 }),
      { type: 'restart', message: 'It broke off.', wait: 0 },
      used({ input: 10, output: 4 }),
      ...says('Done.'),
    ];
    const free = await run({ scripts: [again] });
    assert.deepEqual(
      [free.end.outcome, free.end.spending?.requests, free.end.spending?.input, free.end.spending?.output],
      ['final', 2, 20, 5],
    );
    const capped = await run({ caps: { turn: { requests: 1 } }, scripts: [again] });
    assert.deepEqual([capped.end.error?.code, capped.end.spending?.input], ['spending-cap', 10]);
  });

  it('on cost refuses a model whose price nobody knows, and says what to do', async () => {
    const { end, requests } = await run({ caps: { conversation: { cost: 1 } } });
    assert.equal(requests.length, 0);
    assert.match(
      end.error?.message ?? '',
      /The price of Scripted model is unknown.*\$1\.00.*Give the model a price.*or remove the setting converser\.limits\.costPerConversation/,
    );
    const free = await run({ caps: { turn: { cost: 0 } }, model: { price: { input: 0, output: 0 } } });
    assert.equal(free.end.outcome, 'final');
  });

  it('asks the provider to count only where the estimate is close', async () => {
    const size = await requestSize();
    const counts = async (tokens: number, answer: () => Promise<number>) => {
      let asked = 0;
      const countTokens = () => {
        asked++;
        return answer();
      };
      const { end } = await run({ caps: { turn: { tokens } }, model: { countTokens } });
      return [asked, end.outcome];
    };
    assert.deepEqual(await counts(size * 2, async () => 1), [0, 'final']);
    assert.deepEqual(await counts(size - 1, async () => size - 1), [1, 'final'], 'it knows better');
    assert.deepEqual(await counts(size + 1, async () => size + 2), [1, 'failed']);
    assert.deepEqual(await counts(size, () => Promise.reject(errors.cancelled())), [1, 'final']);
    assert.deepEqual(await counts(size, async () => Number.NaN), [1, 'final'], 'a count that is none');
  });
});

describe('what a turn costs', () => {
  it('is estimated where nothing is told, told with its rounds, and added to the conversation', async () => {
    const conversation = createConversation('c');
    conversation.spend(spendingOf({ input: 1000 }));
    const told = [used({ input: 50, cached: 10 }), used({ output: 5 }), ...invokes(['read', {}])];
    const { end, events } = await run({ scripts: [told, says('It is x.')], conversation });
    assert.deepEqual(
      end.spending?.rounds.map(({ estimated = false }) => estimated),
      [false, true],
    );
    assert.equal(end.spending?.rounds[0]?.output, 5);
    assert.ok((end.spending?.rounds[1]?.input ?? 0) > 0);
    const last = events.findLast(event => event.type === 'usage');
    assert.deepEqual(last?.spent.conversation, conversation.spending);
    assert.equal(conversation.spending.input, 1000 + (end.spending?.input ?? 0));
  });

  it('is kept when whoever listens leaves, and not told of a turn that sent nothing', async () => {
    const { conversation } = await run({ scripts: [says('Once upon a time')], hear: leaving('text-delta') });
    assert.deepEqual([conversation.spending.requests, conversation.spending.estimated], [1, true]);
    assert.ok(conversation.spending.output >= 4);
    const busy = createConversation('c');
    busy.begin();
    assert.equal('spending' in (await run({ conversation: busy })).end, false);
  });

  it('is not what a fork begins with', async () => {
    const { conversation } = await run({});
    assert.equal(conversation.fork('f').spending.requests, 0);
  });
});

describe('a request that may not fit into its model', () => {
  it('is announced once a turn, before it is sent', async () => {
    const size = await requestSize();
    const capabilities = { tools: 'native', images: true, contextTokens: size - 2 } as const;
    const { events, requests } = await run({ scripts: [invokes(['read', {}])], model: { capabilities } });
    assert.equal(requests.length, 2);
    const notices = events.flatMap((event, at) =>
      event.type === 'notice' ? [[at, event.message] as const] : [],
    );
    assert.equal(notices.length, 1);
    assert.match(
      notices[0]?.[1] ?? '',
      /^The request has about \d+ tokens, but Scripted model takes only \d+, so it may be refused\. Start a new conversation, attach less, or switch off tools that you don’t need\.$/,
    );
    assert.ok((notices[0]?.[0] ?? 9) < events.findIndex(({ type }) => type === 'round-start'));
    const roomy = await run({ model: { capabilities: { ...capabilities, contextTokens: 2 * size } } });
    assert.ok(roomy.events.every(({ type }) => type !== 'notice'));
  });
});
