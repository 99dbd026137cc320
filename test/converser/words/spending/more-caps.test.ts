import assert from 'node:assert/strict';
import { isResult } from '../../../../src/converser/words/canister/canister.ts';
import { createConversation } from '../../../../src/converser/words/conversation/conversation.ts';
import type { ModelEvent } from '../../../../src/converser/words/models/provider.ts';
import type { Caps } from '../../../../src/converser/words/spending/caps.ts';
import { noSpending } from '../../../../src/converser/words/spending/spending.ts';
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
}

const used = (input: number): ModelEvent => ({ type: 'usage', usage: { input, output: 0 } });
const reads = (...pages: readonly number[]) => invokes(...pages.map(page => ['read', { page }] as const));

async function run({ caps = {}, scripts = [], totals, ...given }: Setting) {
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
  const model = createScriptedModel(...scripts);
  const taken = await takeTurn({ ports: { ...ports, ...(totals && { totals }) }, model, ...given });
  const notices = taken.events.flatMap(event => (event.type === 'notice' ? [event.message] : []));
  return { ...taken, notices, ran, requests: model.requests.length };
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

  it('counts every attempt of a round that begins anew, before it is made again', async () => {
    const totals = createMemoryTotals();
    const again: readonly ModelEvent[] = [
      used(10),
      { type: 'restart', message: 'It broke off.', wait: 0 },
      ...says('Done.'),
    ];
    const { end } = await run({ caps: { day: { requests: 1 } }, totals, scripts: [again] });
    assert.deepEqual([end.error?.code, totals.day.requests], ['spending-cap', 1]);
  });

  it('counts each round once, also where no one listens to the end or the model fails', async () => {
    const totals = createMemoryTotals();
    const left = { totals, scripts: [[used(5), ...reads(1, 2)]] };
    await run({ ...left, hear: leaving('invocation-end') });
    assert.deepEqual([totals.day.input, totals.day.calls], [5, 2]);
    await run({ totals, scripts: [[used(7), { type: 'text-delta', text: 'Bro' }]] });
    assert.equal(totals.day.input, 12);
  });

  it('does not keep a turn from being stopped', async () => {
    const button = new AbortController();
    const totals = { add: () => {}, sums: () => new Promise<never>(() => {}) };
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
      await turn([used(1), ...reads(1)], [used(699_999), ...reads(2)], [used(1), ...says('Done.')]),
      [],
    );
    assert.deepEqual(await turn([used(150_000), ...says('Done.')]), [
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
