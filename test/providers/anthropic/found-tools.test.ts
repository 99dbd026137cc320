import assert from 'node:assert/strict';
import { type AnthropicServer, refusal, sse, startAnthropicServer } from '../../fakes/anthropic-server.ts';
import { bindingComplaint, boundThinking } from '../../fakes/bound-thinking.ts';
import { turnThatFindsTools } from '../../fakes/found-tools.ts';
import { anthropicAt, namedOf } from '../at-servers.ts';
import { calls, says } from './replies.ts';

type Body = Readonly<Record<string, unknown>>;

/** What the model does, round after round: it thinks, and calls. */
const rounds = [
  calls(['tools__find_tools', { name: 'route' }]),
  calls(['maps__route', {}]),
  calls(['tools__find_tools', { name: 'place' }]),
  calls(['maps__place', {}]),
  says('Done.'),
];

function thinksFirst(block: object, events: readonly object[]): readonly object[] {
  const later = events.map(event =>
    'index' in event ? { ...event, index: Number(event.index) + 1 } : event,
  );
  return [
    { type: 'content_block_start', index: 0, content_block: block },
    { type: 'content_block_stop', index: 0 },
    ...later,
  ];
}

describe('tools that are found by a model of Anthropic', () => {
  let server: AnthropicServer;
  let statuses: number[];
  let isRejecting: boolean;

  beforeEach(async () => {
    statuses = [];
    isRejecting = false;
    server = await startAnthropicServer(({ body, path }) => {
      const isOld = isRejecting && JSON.stringify(body).includes('defer_loading');
      const complaint = isOld
        ? 'tools.1.custom.defer_loading: Extra inputs are not permitted'
        : bindingComplaint(body);
      if (path === '/v1/messages') statuses.push(complaint === undefined ? 200 : 400);
      if (complaint !== undefined) return refusal(400, 'invalid_request_error', { message: complaint });
      const { length } = (body.messages as readonly Body[]).filter(({ role }) => role === 'assistant');
      return sse('m', thinksFirst(boundThinking(body), rounds[length] ?? says('?')));
    });
  });
  afterEach(() => server.close());

  async function converseWith(model: string, baseUrl?: string): Promise<readonly Body[]> {
    const provider = anthropicAt(baseUrl, {
      fetch: (input, init) => fetch(String(input).replace('https://api.anthropic.com', server.url), init),
    });
    await turnThatFindsTools(namedOf(provider, model));
    return server.requests.filter(({ path }) => path === '/v1/messages').map(({ body }) => body);
  }

  const toolsOf = ({ tools }: Body) => tools as readonly Body[];
  const deferredIn = (body: Body) => toolsOf(body).flatMap(each => (each.defer_loading ? [each.name] : []));

  it('leave the beginning of requests and the thoughts that are bound to it as they were', async () => {
    const bodies = await converseWith('claude-sonnet-4-5');
    assert.deepEqual(statuses, [200, 200, 200, 200, 200]);
    assert.deepEqual(bodies.map(deferredIn), [
      [],
      ['maps__route'],
      ['maps__route'],
      ['maps__route', 'maps__place'],
      ['maps__route', 'maps__place'],
    ]);
    const loaded = bodies.map(body => JSON.stringify(toolsOf(body).filter(each => !each.defer_loading)));
    assert.equal(new Set(loaded).size, 1);
    assert.equal(JSON.stringify(bodies.at(-1)).split('"signature"').length - 1, 4);
  });

  it('are told before all else where the model knows no references, and thoughts from before are rejected', async () => {
    const bodies = await converseWith('claude-opus-4-1');
    assert.deepEqual(statuses, [200, 400, 200, 200, 400, 200, 200]);
    assert.deepEqual(deferredIn(bodies.at(-1) ?? {}), []);
    assert.equal(toolsOf(bodies.at(-1) ?? {}).length, 3);
  });

  it('are told before all else to servers of others', async () => {
    const bodies = await converseWith('claude-sonnet-4-5', server.url);
    assert.deepEqual(bodies.flatMap(deferredIn), []);
  });

  it('are told before all else from the first rejection on', async () => {
    isRejecting = true;
    const bodies = await converseWith('claude-sonnet-4-5');
    assert.deepEqual(bodies.map(deferredIn).filter(names => names.length > 0).length, 1);
    assert.equal(statuses.filter(status => status === 200).length, 5);
  });
});
