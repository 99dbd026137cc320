import assert from 'node:assert/strict';
import type { ModelEvent, Price } from '../../../src/converser/words/models/provider.ts';
import { createDayBudget } from '../../../src/gateway/guard/day-budget.ts';
import { createFakeClock } from '../../fakes/fake-host.ts';
import { createScriptedModel } from '../../fakes/scripted-model.ts';
import { openGateway } from '../support/open-gateway.ts';

/** A dollar for each request that is answered, as the provider reports it. */
const dollar: readonly ModelEvent[] = [
  { type: 'text-delta', text: 'Hi.' },
  { type: 'usage', usage: { input: 500_000, output: 500_000 } },
  { type: 'finish', reason: 'stop' },
];
const price: Price = { input: 1, output: 1 };
const day = 24 * 60 * 60_000;

function priced(...scripts: readonly (readonly ModelEvent[])[]) {
  return { ...createScriptedModel(...scripts), price };
}

function body(content: string, stream = false) {
  const messages = [{ role: 'user', content }];
  return { method: 'POST', body: JSON.stringify({ model: 'scripted/model', messages, stream }) };
}

describe('Money a day', () => {
  it('is spent by what the provider reports, refused when it is gone, and there again the next day', async () => {
    const client = { name: 'cline', dollarsPerDay: 2 };
    await using gateway = await openGateway({ models: [priced(dollar, dollar, dollar)], client });
    const ask = () => gateway.ask('/v1/chat/completions', body('Hello'));
    assert.equal((await ask()).status, 200);
    const streamed = await gateway.ask('/v1/chat/completions', body('Hello', true));
    assert.match(await streamed.text(), /\[DONE\]/);
    const refused = await ask();
    assert.equal(refused.status, 429);
    assert.ok(Number(refused.headers.get('retry-after')) > 0);
    const { error } = (await refused.json()) as { error: { code: string; message: string } };
    assert.equal(error.code, 'spending-cap');
    assert.match(error.message, /^The key “cline” has spent \$2\.00 today.*limit of \$2\.00 a day/);
    assert.equal((await gateway.ask('/v1/models')).status, 200);
    await gateway.clock.advance(day);
    assert.equal((await ask()).status, 200);
  });

  it('is not sent for a request that alone costs more', async () => {
    const model = priced(dollar);
    const client = { name: 'cline', dollarsPerDay: 0.01 };
    await using gateway = await openGateway({ models: [model], client });
    const response = await gateway.ask('/v1/chat/completions', body('many words '.repeat(20_000)));
    assert.equal(response.status, 429);
    assert.equal(model.requests.length, 0);
  });

  it('is counted once for requests at the same time', async () => {
    const { promise: gate, resolve: finish } = Promise.withResolvers<void>();
    const client = { name: 'cline', dollarsPerDay: 0.03 };
    const slow = createScriptedModel(async function* () {
      yield { type: 'text-delta', text: 'Hi.' };
      await gate;
      yield { type: 'finish', reason: 'stop' };
    });
    await using gateway = await openGateway({ models: [{ ...slow, price }], client });
    // Each has about 20,000 tokens, so it comes to two cents.
    const long = body('many words '.repeat(10_000), true);
    const first = await gateway.ask('/v1/chat/completions', long);
    assert.equal(first.status, 200);
    assert.equal((await gateway.ask('/v1/chat/completions', long)).status, 429);
    finish();
    await first.text();
  });

  it('is estimated where the provider reports nothing, also for a client that left', async () => {
    const words: ModelEvent = { type: 'text-delta', text: 'word '.repeat(100) };
    const silent = priced([...Array<ModelEvent>(100).fill(words), { type: 'finish', reason: 'stop' }]);
    const client = { name: 'cline', dollarsPerDay: 0.005 };
    await using gateway = await openGateway({ models: [silent], client });
    assert.equal((await gateway.ask('/v1/chat/completions', body('Hello'))).status, 200);
    assert.equal((await gateway.ask('/v1/chat/completions', body('Hello'))).status, 429);
  });

  it('cannot be kept where the price is unknown, and is no matter where it is nothing', async () => {
    const client = { name: 'cline', dollarsPerDay: 1 };
    const unknown = createScriptedModel(dollar);
    await using first = await openGateway({ models: [unknown], client });
    const refused = await first.ask('/v1/chat/completions', body('Hello'));
    assert.equal(refused.status, 429);
    assert.match(await refused.text(), /price of Scripted model is unknown/);
    assert.equal(unknown.requests.length, 0);

    const free = { ...createScriptedModel(dollar), price: { input: 0, output: 0 } };
    await using second = await openGateway({ models: [free], client: { ...client, dollarsPerDay: 0 } });
    assert.equal((await second.ask('/v1/chat/completions', body('Hello'))).status, 200);
  });

  it('stays spent when the gateway is started again, until the day is over', () => {
    const clock = createFakeClock();
    const client = { name: '__proto__', dollarsPerDay: 1 };
    const request = { model: priced(), tokens: 1 };
    let kept = '';
    const store = {
      read: () => JSON.parse(kept || 'null'),
      write: (spent: object) => {
        kept = JSON.stringify(spent);
      },
    };
    createDayBudget(clock, store).spent(client, 1);
    const again = createDayBudget(clock, store);
    assert.throws(() => again.hold(client, request), /has spent \$1\.00 today/);
    again.hold({ ...client, name: 'other' }, request);
    const nextDay = { now: () => new Date(clock.now().getTime() + day) };
    createDayBudget(nextDay, store).hold(client, request);
    for (const damaged of ['7', '[1]', '{"a":1}', '{"__proto__":{"day":"x","spent":-1}}']) {
      kept = damaged;
      createDayBudget(clock, store).hold(client, request);
    }
  });

  it('is spent by each client alone', async () => {
    await using gateway = await openGateway({ models: [priced(dollar, dollar)] });
    const ask = async (key: string) => {
      const headers = { authorization: `Bearer ${key}` };
      return (await gateway.ask('/v1/chat/completions', { ...body('Hello'), headers })).status;
    };
    const [one, two] = [{ name: 'one' }, { name: 'two' }].map(each =>
      gateway.admit({ ...each, dollarsPerDay: 1 }),
    ) as [string, string];
    assert.deepEqual([await ask(one), await ask(one), await ask(two)], [200, 429, 200]);
  });
});
