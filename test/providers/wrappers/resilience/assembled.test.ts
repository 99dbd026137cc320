import assert from 'node:assert/strict';
import type { Model, ModelEvent } from '../../../../src/converser/words/models/provider.ts';
import { createConfiguredProvider } from '../../../../src/providers/configured/configured-provider.ts';
import type { ModelFacts } from '../../../../src/providers/facts/provider-definition.ts';
import { createFakeHost, type FakeClock } from '../../../fakes/fake-host.ts';
import {
  type Answer,
  answerChunks,
  answerJson,
  chunk,
  type Received,
  sendEvent,
  startEvents,
  startOpenAiServer,
} from '../../../fakes/openai-server.ts';
import { providerPorts } from '../../../fakes/provider-ports.ts';
import { userSays } from '../../../fakes/user-canister.ts';
import { said } from '../../heard.ts';

const prompt = userSays('Hello.');
const read = { name: 'read', description: 'Reads.', inputSchema: { type: 'object', properties: {} } };
const busy = answerJson({ error: { message: 'Busy.' } }, 503);

/** A described server as the product makes a provider of it, in a time that moves only when told. */
async function setUp(answer: Answer, facts: ModelFacts = {}) {
  const server = await startOpenAiServer(answer);
  const { clock, log } = createFakeHost();
  const provider = createConfiguredProvider(
    { id: 'mine', label: 'Mine', kind: 'openai', baseUrl: server.url, models: { '*': facts } },
    providerPorts({ clock, log }, { random: () => 1 }),
  );
  return { provider, clock, server };
}

/** What the model says, while time runs as fast as it is waited for. */
async function hear(model: Model, clock: FakeClock): Promise<readonly ModelEvent[]> {
  const events: ModelEvent[] = [];
  const request = { canisters: [prompt], tools: [read] };
  for await (const event of model.reply(request, new AbortController().signal)) {
    events.push(event);
    if (event.type === 'restart') setImmediate(() => void clock.advance(event.wait));
  }
  return events;
}

function codeIn(events: readonly ModelEvent[]): string {
  const last = events.at(-1);
  return last?.type === 'failure' ? last.error.code : String(last?.type);
}

describe('the models of a described server', () => {
  for (const tools of ['native', 'contract', 'none'] as const) {
    it(`are asked again as a whole with tools = ${tools}, whatever was said before`, async () => {
      let asked = 0;
      const { provider, clock, server } = await setUp(
        (response, received) => {
          asked++;
          if (asked > 1)
            return answerChunks([chunk({ content: 'Hello.' }), chunk({}, 'stop')])(response, received);
          startEvents(response);
          sendEvent(response, chunk({ content: 'Hel' }));
          setTimeout(() => response.destroy(), 20);
        },
        { tools },
      );
      const events = await hear(provider.named('m'), clock);
      await server.close();
      const from = events.findIndex(({ type }) => type === 'restart');
      assert.equal(said(events.slice(from)), 'Hello.');
      assert.equal(codeIn(events), 'finish');
      assert.equal(events.filter(({ type }) => type === 'restart').length, 1);
      assert.equal(asked, 2);
    });
  }

  it('share one breaker, which is no other server’s', async () => {
    const { provider, clock, server } = await setUp(busy);
    const other = await setUp(busy);
    const ends: string[] = [];
    for (const name of ['one', 'two', 'one']) ends.push(codeIn(await hear(provider.named(name), clock)));
    assert.deepEqual(ends, ['model-overloaded', 'model-suspended', 'model-suspended']);
    assert.equal(codeIn(await hear(other.provider.named('one'), other.clock)), 'model-overloaded');
    await server.close();
    await other.server.close();
  });

  it('are given up when nothing comes from them for as long as you have said', async () => {
    const asked = Promise.withResolvers<Received>();
    const hangs: Answer = (_response, received) => asked.resolve(received);
    const { provider, clock, server } = await setUp(hangs, { firstToken: 290 });
    const events = provider
      .named('m')
      .reply({ canisters: [prompt], tools: [] }, new AbortController().signal);
    const first = events[Symbol.asyncIterator]().next();
    const { closed } = await asked.promise;
    await clock.advance(300_000);
    await closed;
    const { value } = await first;
    assert.match(value?.type === 'restart' ? value.message : '', /stopped responding/);
    await server.close();
  });
});
