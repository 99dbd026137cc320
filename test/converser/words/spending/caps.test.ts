import assert from 'node:assert/strict';
import { errors } from '../../../../src/converser/ground/errors.ts';
import { isResult } from '../../../../src/converser/words/canister/canister.ts';
import { createConversation } from '../../../../src/converser/words/conversation/conversation.ts';
import type { Model, ModelEvent, Price } from '../../../../src/converser/words/models/provider.ts';
import type { Caps } from '../../../../src/converser/words/spending/caps.ts';
import { estimateRequest } from '../../../../src/converser/words/spending/estimate-request.ts';
import { noSpending, spendingOf } from '../../../../src/converser/words/spending/spending.ts';
import type { SpendingTotals } from '../../../../src/converser/words/spending/totals.ts';
import { createFakeEnsemble } from '../../../fakes/fake-ensemble.ts';
import { createFakePorts } from '../../../fakes/fake-ports.ts';
import { createMemoryTotals } from '../../../fakes/memory-totals.ts';
import { createScriptedModel, invokes, type Script, says } from '../../../fakes/scripted-model.ts';
import { leaving, takeTurn } from '../../turn/take-turn.ts';

interface Setting extends Pick<Parameters<typeof takeTurn>[0], 'conversation' | 'hear'> {
  readonly caps?: Caps;
  readonly scripts?: readonly Script[];
  readonly totals?: SpendingTotals;
  readonly model?: Partial<Model>;
}

const input = (input: number): ModelEvent => ({ type: 'usage', usage: { input, output: 0 } });
const reads = (...pages: readonly number[]) => invokes(...pages.map(page => ['read', { page }] as const));

async function run({ caps = {}, scripts = [], totals, model: more, ...given }: Setting) {
  const ran: string[] = [];
  const ports = await createFakePorts({
    ensembles: ({ clock }) => [
      createFakeEnsemble('e', {
        read: async ({ page }) => {
          ran.push(String(page));
          return 'x';
        },
        work: async ({ seconds }, { signal }) => {
          const sleep = clock.sleep(Number(seconds) * 1000, signal);
          await clock.advance(Number(seconds) * 1000);
          await sleep;
          return 'worked';
        },
        ask: async (_args, { beginAsking }) => {
          const end = beginAsking?.();
          await clock.advance(3_600_000);
          end?.();
          return 'yes';
        },
      }),
    ],
    limits: { caps },
  });
  const scripted = createScriptedModel(...scripts);
  const model = { ...scripted, ...more };
  const taken = await takeTurn({ ports: { ...ports, ...(totals && { totals }) }, model, ...given });
  const notices = taken.events.flatMap(event => (event.type === 'notice' ? [event.message] : []));
  const { requests: asked } = scripted;
  return { ...taken, notices, ran, asked, requests: asked.length };
}

describe('a cap on calls', () => {
  it('lets no more be made, answers the others, and ends the turn after the round', async () => {
    const { end, ran, requests, conversation } = await run({
      caps: { turn: { calls: 3 } },
      scripts: [reads(1, 2), reads(3, 4, 5), says('Never.')],
    });
    assert.deepEqual([ran, requests], [['1', '2', '3'], 2]);
    assert.deepEqual([end.outcome, end.error?.code], ['failed', 'spending-cap']);
    assert.match(
      end.error?.message ?? '',
      /brought this turn to 5 tool calls, over its limit of 3 tool calls, so not all of them were made\. .*converser\.limits\.callsPerTurn/,
    );
    const failures = conversation.canisters.filter(isResult).map(({ failure }) => failure?.kind);
    assert.deepEqual(failures, [undefined, undefined, undefined, 'permission', 'permission']);
    assert.equal(end.spending?.calls, 3);
  });

  it('lets the model answer that makes no more calls', async () => {
    const { end } = await run({ caps: { turn: { calls: 1 } }, scripts: [reads(1), says('Done.')] });
    assert.equal(end.outcome, 'final');
  });

  it('of a conversation counts those of all its turns', async () => {
    const conversation = createConversation('c');
    const caps = { conversation: { calls: 2 } };
    const scripts = [reads(1, 2)];
    assert.equal((await run({ caps, conversation, scripts })).end.outcome, 'final');
    const { ran, end } = await run({ caps, conversation, scripts: [reads(3)] });
    assert.deepEqual([ran, end.error?.code], [[], 'spending-cap']);
  });
});

describe('a cap on seconds', () => {
  it('counts what models and tools took, at the same time once, and sends nothing more', async () => {
    const scripts = [
      invokes(['work', { seconds: 20 }]),
      invokes(['work', { seconds: 41 }], ['work', { seconds: 10 }]),
      says('Never.'),
    ];
    const { end, requests } = await run({ caps: { turn: { seconds: 60 } }, scripts });
    assert.equal(requests, 2);
    assert.match(
      end.error?.message ?? '',
      /^Models and tools have worked \d+ s for this turn, over the limit of 60 s\. Nothing more was sent/,
    );
    assert.ok((end.spending?.worked ?? 0) > 60_000);
  });

  it('does not count the time in which you are asked', async () => {
    const { end } = await run({
      caps: { turn: { seconds: 60 } },
      scripts: [invokes(['ask', {}]), says('Yes.')],
    });
    assert.deepEqual([end.outcome, end.spending?.worked], ['final', undefined]);
  });

  it('counts a reply that takes long', async () => {
    const ports = await createFakePorts();
    const { clock } = ports.host;
    const slow: Script = async function* () {
      await clock.advance(45_000);
      yield* says('Well.');
    };
    const { end } = await takeTurn({ ports, model: createScriptedModel(slow) });
    assert.equal(end.spending?.worked, 45_000);
  });
});

describe('a cap on a day or a month', () => {
  it('counts all conversations, and what the turn that runs has spent', async () => {
    for (const scope of ['day', 'month'] as const) {
      const totals = createMemoryTotals();
      const caps = { [scope]: { requests: 3 } };
      assert.equal((await run({ caps, totals, scripts: [reads(1)] })).end.outcome, 'final');
      const { end, requests } = await run({ caps, totals, scripts: [reads(1), says('Never.')] });
      assert.deepEqual([requests, end.error?.code], [1, 'spending-cap']);
      assert.match(
        end.error?.message ?? '',
        scope === 'day' ? /today’s sum .*requestsPerDay/ : /this month’s sum/,
      );
      assert.equal(totals.day.requests, 3);
    }
  });

  it('of a month counts what was spent on other days of it', async () => {
    const totals = createMemoryTotals({ ...noSpending, requests: 7 });
    const { end } = await run({ caps: { day: { requests: 7 }, month: { requests: 7 } }, totals });
    assert.match(end.error?.message ?? '', /8 requests.*requestsPerMonth/);
  });

  it('does not keep a turn from being stopped', async () => {
    const button = new AbortController();
    const totals = { add: () => {}, addTools: () => {}, sums: () => new Promise<never>(() => {}) };
    const ports = { ...(await createFakePorts({ limits: { caps: { day: { cost: 1 } } } })), totals };
    const model = createScriptedModel();
    const taken = takeTurn({ ports, model, signal: button.signal });
    setImmediate(() => button.abort());
    assert.equal((await taken).end.outcome, 'stopped');
    assert.equal(model.requests.length, 0);
  });
});

describe('a cap that is nearly used', () => {
  it('is told of once, when it comes near', async () => {
    const totals = createMemoryTotals();
    const conversation = createConversation('c');
    const caps = { conversation: { tokens: 1000_000 }, day: { requests: 5 } };
    const turn = async (...scripts: readonly Script[]) =>
      (await run({ caps, totals, conversation, scripts })).notices;
    assert.deepEqual(
      await turn([input(1), ...reads(1)], [input(699_999), ...reads(2)], [input(1), ...says('Done.')]),
      [],
    );
    assert.deepEqual(await turn([input(150_000), ...says('Done.')]), [
      'Limit for this conversation: 850,001 of 1,000,000 tokens used (converser.limits.tokensPerConversation).',
      'Limit for today: 4 of 5 requests used (converser.limits.requestsPerDay).',
    ]);
    assert.deepEqual(await turn(says('Again.')), []);
  });

  it('of a turn is told of while the turn goes on, and not with its answer', async () => {
    const caps = { turn: { calls: 5 } };
    const { notices } = await run({ caps, scripts: [reads(1, 2, 3, 4)] });
    assert.deepEqual(notices, [
      'Limit for this turn: 4 of 5 tool calls used (converser.limits.callsPerTurn).',
    ]);
    assert.deepEqual((await run({ caps: { turn: { requests: 1 } } })).notices, []);
  });
});

const used = (usage: object): ModelEvent => ({ type: 'usage', usage });
const perMillion: Price = { input: 1, output: 1 };

/** Tokens of the only request of such a turn. */
async function requestSize(): Promise<number> {
  const [request] = (await run({})).asked;
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
        assert.equal(requests, outcome === 'final' ? 1 : 0, 'what is refused is not sent');
        if (outcome === 'failed')
          assert.deepEqual([end.error?.code, end.spending], ['spending-cap', undefined]);
      }
    }
  });

  it('ends the turn between two rounds, and names itself, the figures, and where to raise it', async () => {
    const first = [used({ input: 900, output: 100 }), ...invokes(['read', {}])];
    const { events, end, requests } = await run({ caps: { turn: { tokens: 1000 } }, scripts: [first] });
    assert.equal(requests, 1);
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
    assert.equal(requests, 0);
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
    const estimates = end.spending?.rounds.map(({ estimated = false }) => estimated);
    assert.deepEqual(estimates, [false, true]);
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
    assert.equal(requests, 2);
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
