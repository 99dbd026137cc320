import assert from 'node:assert/strict';
import type { Canister } from '../../../src/converser/words/canister/canister.ts';
import { text } from '../../../src/converser/words/canister/content.ts';
import type { ModelEvent, Provider, ToolDefinition } from '../../../src/converser/words/models/provider.ts';
import { callOf, canisterOf, resultOf } from '../../dialects/canister-of.ts';
import { type AnthropicServer, refusal, sse, startAnthropicServer } from '../../fakes/anthropic-server.ts';
import { bindingComplaint, boundThinking } from '../../fakes/bound-thinking.ts';
import { anthropicAt, firstOf } from '../at-servers.ts';
import { calls } from './replies.ts';

const never = new AbortController().signal;

function tool(name: string): ToolDefinition {
  return { name, description: name, inputSchema: { type: 'object', properties: {} } };
}

const question = canisterOf('user', 'u', 'Go.');

/** The reply of a model that thinks before each of its calls. */
function thinksAndCalls(block: object): readonly object[] {
  const later = calls(['files__read', {}]).map(event => ({
    ...event,
    ...('index' in event && { index: 1 }),
  }));
  return [
    { type: 'content_block_start', index: 0, content_block: block },
    { type: 'content_block_stop', index: 0 },
    ...later,
  ];
}

describe('thinking that is bound to a conversation which has changed', () => {
  let server: AnthropicServer;
  let provider: Provider;
  let statuses: number[] = [];

  beforeEach(async () => {
    statuses = [];
    server = await startAnthropicServer(({ body, path }) => {
      const complaint = bindingComplaint(body);
      if (path === '/v1/messages') statuses.push(complaint === undefined ? 200 : 400);
      return complaint === undefined
        ? sse('m', thinksAndCalls(boundThinking(body)))
        : refusal(400, 'invalid_request_error', { message: complaint });
    });
    provider = anthropicAt(server.url);
  });
  afterEach(() => server.close());

  /** The conversation with one more round. */
  async function goOn(
    canisters: readonly Canister[],
    names: readonly string[],
  ): Promise<readonly Canister[]> {
    const model = await firstOf(provider);
    const request = { canisters, tools: names.map(tool) };
    const events: readonly ModelEvent[] = await Array.fromAsync(model.reply(request, never));
    assert.deepEqual(events.at(-1), { type: 'finish', reason: 'invocations' });
    const content = events.flatMap(event => (event.type === 'opaque' ? [event.content] : []));
    const id = `c${canisters.length}`;
    return [
      ...canisters,
      canisterOf('assistant', `a${id}`, ...content),
      { ...callOf(id), name: 'read' },
      resultOf(id, 'Read.'),
    ];
  }

  /** How many blocks of thinking the last request held. */
  function sent(): number {
    return JSON.stringify(server.requests.at(-1)?.body).split('"signature"').length - 1;
  }

  const [both, one] = [['files__read', 'files__write'], ['files__read']];

  it('is sent as long as nothing has changed', async () => {
    let canisters: readonly Canister[] = [question];
    for (let round = 0; round < 4; round++) canisters = await goOn(canisters, both);
    assert.deepEqual([statuses, sent()], [[200, 200, 200, 200], 3]);
  });

  it('is rejected once after a change of tools, and later thinking is kept', async () => {
    let canisters: readonly Canister[] = [question];
    for (let round = 0; round < 2; round++) canisters = await goOn(canisters, both);
    for (let round = 0; round < 4; round++) canisters = await goOn(canisters, one);
    assert.deepEqual([statuses, sent()], [[200, 200, 400, 200, 200, 200, 200], 3]);
    // Another change of the same kind.
    for (let round = 0; round < 2; round++) canisters = await goOn(canisters, both);
    assert.deepEqual([statuses.slice(7), sent()], [[400, 200, 200], 1]);
  });

  it('stays left out for a copy of the conversation, as clients of the gateway send one', async () => {
    let canisters = await goOn([question], both);
    canisters = await goOn(canisters, one);
    canisters = await goOn(structuredClone(canisters), one);
    assert.deepEqual([statuses, sent()], [[200, 400, 200, 200], 1]);
    await (await firstOf(provider)).countTokens?.({ canisters, tools: one.map(tool) }, never);
    assert.equal(sent(), 2);
  });

  it('is left out only from the change on', async () => {
    let canisters: readonly Canister[] = [question];
    for (let round = 0; round < 3; round++) canisters = await goOn(canisters, both);
    const changed = canisters.map(each =>
      each.id === 'r-c4' ? { ...each, content: [text('Other.')] } : each,
    );
    await goOn(changed as readonly Canister[], both);
    assert.deepEqual([statuses.slice(3), sent()], [[400, 200], 2]);
  });

  it('ends the request if the server rejects one that holds none', async () => {
    await server.close();
    server = await startAnthropicServer([
      refusal(400, 'invalid_request_error', { message: 'Invalid `signature` in `thinking` block.' }),
    ]);
    provider = anthropicAt(server.url);
    const model = await firstOf(provider);
    const events = await Array.fromAsync(model.reply({ canisters: [question], tools: [] }, never));
    assert.equal(events.at(-1)?.type, 'failure');
    assert.equal(server.requests.filter(({ path }) => path === '/v1/messages').length, 1);
  });
});
