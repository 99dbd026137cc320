import assert from 'node:assert/strict';
import { createInvokerBreakers } from '../../../../src/converser/call/invocation/invoker-breakers.ts';
import { isResult } from '../../../../src/converser/words/canister/canister.ts';
import { createConversation } from '../../../../src/converser/words/conversation/conversation.ts';
import type { Invocable } from '../../../../src/converser/words/ensemble/invoker.ts';
import { createFakeEnsemble, createFakeInvoker, type GivenInvoker } from '../../../fakes/fake-ensemble.ts';
import { createFakePorts } from '../../../fakes/fake-ports.ts';
import { createScriptedModel, invokes } from '../../../fakes/scripted-model.ts';
import { takeTurn } from '../../turn/take-turn.ts';

const gone = () => Promise.reject(Object.assign(new Error('fetch failed'), { code: 'ECONNREFUSED' }));

/** Calls a tool of yours again and again, in rounds of one turn after the other. */
async function setUp(invocable: Invocable, more: GivenInvoker = {}) {
  let ran = 0;
  const counted: Invocable = (args, context) => {
    ran++;
    return invocable(args, context);
  };
  const look = { origin: 'user', deduplication: 'none', ...more, invocable: counted } as const;
  const answers = Array.from({ length: 50 }, () => 'once' as const);
  const ports = await createFakePorts({ ensembles: [createFakeEnsemble('far', { look })], answers });
  const { clock } = ports.host;
  const breakers = createInvokerBreakers(clock);
  let changes = 0;
  breakers.onDidChange(() => changes++);
  const conversation = createConversation('c');
  let page = 0;
  async function call(...args: readonly object[]) {
    const calls = (args.length === 0 ? [{ page: page++ }] : args).map(each => ['far__look', each] as const);
    const before = conversation.canisters.length;
    const model = createScriptedModel(invokes(...calls));
    await takeTurn({ ports: { ...ports, breakers }, model, conversation });
    const results = conversation.canisters.slice(before).filter(isResult);
    return results.map(({ failure }) => failure?.message ?? 'fine');
  }
  async function calls(times: number) {
    const all: string[] = [];
    for (let count = 0; count < times; count++) all.push(...(await call()));
    return all;
  }
  return { call, calls, breakers, clock, host: ports.host, ran: () => ran, changes: () => changes };
}

describe('a tool that keeps failing', () => {
  it('is left alone for a while, which the model reads with the reason, and is tried once then', async () => {
    const { calls, call, breakers, clock, ran, changes } = await setUp(gone);
    await calls(5);
    assert.deepEqual([ran(), changes()], [5, 1]);
    const [paused] = await call();
    assert.equal(ran(), 5);
    assert.match(
      paused ?? '',
      /^far:look keeps failing, so its calls are paused for 30 s\. The last time: .*fetch failed/,
    );
    const waits = breakers.paused.map(({ fullName, wait }) => [fullName, wait]);
    assert.deepEqual(waits, [['far:look', 30_000]]);
    await clock.advance(29_000);
    assert.match((await call())[0] ?? '', /paused for 1 s/);
    await clock.advance(1_000);
    await call();
    assert.equal(ran(), 6);
    assert.match((await call())[0] ?? '', /paused for 60 s/, 'twice as long after it failed again');
    assert.equal(ran(), 6);
  });

  it('is asked about no more while it is paused', async () => {
    const { calls, host } = await setUp(gone, { annotations: { readOnly: false } });
    await calls(7);
    assert.equal(host.approver.asked.length, 5);
  });

  it('is called as before once it works again', async () => {
    let works = false;
    const { calls, clock, breakers, changes } = await setUp(() => (works ? 'seen' : gone()));
    await calls(5);
    works = true;
    await clock.advance(30_000);
    assert.deepEqual(await calls(2), ['fine', 'fine']);
    assert.deepEqual([breakers.paused, changes()], [[], 2]);
    works = false;
    await calls(4);
    assert.deepEqual(breakers.paused, [], 'the count begins anew');
  });

  it('lets one call of several try it', async () => {
    const { calls, call, clock, ran } = await setUp(gone);
    await calls(5);
    await clock.advance(30_000);
    const results = await call({ page: 'a' }, { page: 'b' }, { page: 'c' });
    assert.equal(ran(), 6);
    assert.equal(results.filter(message => message.includes('paused')).length, 2);
  });

  it('is called again when you want that, also where a call is still under way', async () => {
    const { calls, call, breakers, ran } = await setUp(gone);
    await calls(5);
    breakers.tryAgain('far:look');
    assert.deepEqual(breakers.paused, []);
    await call();
    assert.deepEqual([ran(), breakers.paused], [6, []], 'it takes five failures again');
  });

  it('counts calls that run out of time', async () => {
    const { call, clock, ran } = await setUp(() => new Promise(() => {}), { limits: { timeLimit: 1_000 } });
    for (let count = 0; count < 6; count++) {
      const called = call();
      if (count < 5) await clock.untilWaiting(1_000);
      await clock.advance(1_000);
      await called;
    }
    assert.equal(ran(), 5);
  });

  it('is not what says no to each call in other words, or fails otherwise in between', async () => {
    const missing = await setUp(({ page }) => Promise.reject(new Error(`There is no page ${String(page)}.`)));
    await missing.calls(20);
    assert.equal(missing.ran(), 20);
    let count = 0;
    const now = await setUp(() => (++count % 5 === 0 ? 'seen' : gone()));
    await now.calls(20);
    assert.equal(now.ran(), 20);
    const same = await setUp(() => Promise.reject(new Error('The token has expired.')));
    await same.calls(20);
    assert.equal(same.ran(), 5);
  });

  it('is neither what you do not allow, nor what is called wrongly, nor a shipped tool', async () => {
    const wrong = await setUp(gone, { arguments: { type: 'object', required: ['city'] } });
    await wrong.calls(8);
    assert.deepEqual(wrong.breakers.paused, []);
    const denied = await setUp(gone, { permission: 'deny' });
    await denied.calls(8);
    assert.deepEqual(denied.breakers.paused, []);
    const shipped = await setUp(gone, { origin: 'shipped' });
    await shipped.calls(8);
    assert.equal(shipped.ran(), 8);
  });

  it('is another one once other code runs under its name', () => {
    const breakers = createInvokerBreakers({ monotonic: () => 0 });
    const invoker = createFakeInvoker({ name: 'look', origin: 'user', invocable: gone });
    for (let count = 0; count < 5; count++) {
      const visit = breakers.enter(invoker);
      assert.ok('end' in visit);
      visit.end({ failure: { kind: 'network', message: 'gone' } } as never);
    }
    assert.notEqual(breakers.whyPaused(invoker), undefined);
    assert.equal(breakers.whyPaused({ ...invoker, implementation: 'mended' }), undefined);
  });
});
