import assert from 'node:assert/strict';
import { takesMoreTools } from '../../../src/dialects/openai-responses/nativize-request.ts';
import { turnThatFindsTools } from '../../fakes/found-tools.ts';
import { answerJson, type FakeOpenAiServer, startOpenAiServer } from '../../fakes/openai-server.ts';
import { namedOf, openAiAt } from '../at-servers.ts';

type Item = Readonly<Record<string, unknown>>;

const call = (id: string, name: string, args: object) => ({
  type: 'function_call',
  id: `fc_${id}`,
  call_id: id,
  name,
  arguments: JSON.stringify(args),
  status: 'completed',
});
/** What the model calls, round after round. In the first one it looks for two tools at once. */
const rounds: readonly (readonly object[])[] = [
  [call('a', 'tools__find_tools', { name: 'route' }), call('b', 'tools__find_tools', { name: 'place' })],
  [call('c', 'maps__route', {})],
  [call('d', 'maps__place', {})],
];
const done = { type: 'message', role: 'assistant', content: [{ type: 'output_text', text: 'Done.' }] };

describe('tools that are found by a model of OpenAI', () => {
  let server: FakeOpenAiServer;
  let isRejecting: boolean;

  beforeEach(async () => {
    isRejecting = false;
    server = await startOpenAiServer((response, { body }) => {
      const input = body.input as readonly Item[];
      if (isRejecting && input.some(({ type }) => type === 'additional_tools')) {
        const error = { message: "Invalid value: 'additional_tools'.", type: 'invalid_request_error' };
        return answerJson({ error }, 400)(response);
      }
      const round = input.filter(({ type }) => type === 'function_call_output').length;
      const output = rounds[round === 0 ? 0 : round - 1] ?? [done];
      const whole = { id: 'resp', object: 'response', status: 'completed', output };
      return answerJson(whole)(response);
    });
  });
  afterEach(() => server.close());

  async function converseWith(model: string, baseUrl?: string): Promise<readonly Item[]> {
    const provider = openAiAt(baseUrl, {
      id: 'openai',
      api: 'responses',
      key: async () => 'k',
      fetch: (input, init) => fetch(String(input).replace('https://api.openai.com/v1', server.url), init),
    });
    await turnThatFindsTools(namedOf(provider, model));
    return server.received.filter(({ url }) => url.endsWith('/responses')).map(({ body }) => body);
  }

  const namesOf = (tools: unknown) => (tools as readonly Item[]).map(({ name }) => name);
  const inputOf = ({ input }: Item) => input as readonly Item[];
  const addedIn = (body: Item) =>
    inputOf(body).flatMap(item => (item.type === 'additional_tools' ? namesOf(item.tools) : []));

  it('leave what requests begin with as it was', async () => {
    const bodies = await converseWith('gpt-5.4');
    const found = ['maps__route', 'maps__place'];
    assert.deepEqual(bodies.map(addedIn), [[], found, found, found]);
    assert.equal(new Set(bodies.map(({ tools }) => JSON.stringify(tools))).size, 1);
    for (const [at, body] of bodies.slice(1).entries()) {
      const before = JSON.stringify(inputOf(bodies[at] ?? {})).slice(0, -1);
      assert.ok(JSON.stringify(inputOf(body)).startsWith(before));
    }
  });

  it('come after all results of a round', async () => {
    const [, second] = await converseWith('gpt-5.5');
    assert.deepEqual(
      inputOf(second ?? {})
        .slice(-5)
        .map(({ type }) => type),
      ['function_call', 'function_call', 'function_call_output', 'function_call_output', 'additional_tools'],
    );
  });

  it('are told before all else to older models, and to servers of others', async () => {
    const bodies = [...(await converseWith('gpt-5')), ...(await converseWith('gpt-5.4', server.url))];
    assert.deepEqual(bodies.flatMap(addedIn), []);
    assert.equal(namesOf(bodies.at(-1)?.tools).length, 3);
  });

  it('are told before all else from the first rejection on', async () => {
    isRejecting = true;
    const bodies = await converseWith('gpt-5.4');
    assert.equal(bodies.filter(body => addedIn(body).length > 0).length, 1);
    assert.equal(namesOf(bodies.at(-1)?.tools).length, 3);
  });

  it('are taken by the models that search for tools', () => {
    assert.deepEqual(
      ['gpt-5.4', 'gpt-5.10-mini', 'gpt-6-astra'].filter(model => !takesMoreTools(model)),
      [],
    );
    assert.deepEqual(['gpt-5', 'gpt-5-mini', 'gpt-5.1', 'gpt-4.1', 'o3'].filter(takesMoreTools), []);
  });
});
