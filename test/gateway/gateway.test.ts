import assert from 'node:assert/strict';
import { request } from 'node:http';
import { OpenAI } from 'openai';
import { createScriptedModel, invokes, says } from '../fakes/scripted-model.ts';
import { openGateway } from './support/open-gateway.ts';

const hello = { model: 'scripted/model', messages: [{ role: 'user' as const, content: 'Hello' }] };

describe('the gateway', () => {
  it('serves a model to the OpenAI SDK, whole and as a stream', async () => {
    await using gateway = await openGateway({
      models: [createScriptedModel(says('Hi.'), says('Hi again.'))],
    });
    const client = new OpenAI({ apiKey: gateway.key, baseURL: `${gateway.baseUrl}/v1` });
    const whole = await client.chat.completions.create(hello);
    assert.equal(whole.choices[0]?.message.content, 'Hi.');
    let streamed = '';
    for await (const chunk of await client.chat.completions.create({ ...hello, stream: true }))
      streamed += chunk.choices[0]?.delta.content ?? '';
    assert.equal(streamed, 'Hi again.');
  });

  it('lets the client run the tools that it named, and takes their results', async () => {
    const model = createScriptedModel(invokes(['weather', { city: 'Oslo' }]), says('Cold.'));
    await using gateway = await openGateway({ models: [model] });
    const client = new OpenAI({ apiKey: gateway.key, baseURL: `${gateway.baseUrl}/v1` });
    const runner = client.chat.completions.runTools({
      ...hello,
      tools: [
        {
          type: 'function',
          function: {
            name: 'weather',
            description: 'The weather in a city.',
            parameters: { type: 'object', properties: { city: { type: 'string' } } },
            parse: JSON.parse,
            function: ({ city }: { readonly city: string }) => `Snow in ${city}.`,
          },
        },
      ],
    });
    assert.equal(await runner.finalContent(), 'Cold.');
    const results = model.requests[1]?.canisters.filter(({ role }) => role === 'result');
    assert.deepEqual(
      results?.map(({ content }) => content),
      [[{ type: 'text', mimeType: 'text/plain', text: 'Snow in Oslo.' }]],
    );
  });

  it('refuses whoever has no key, or a wrong one, on every route', async () => {
    await using gateway = await openGateway({ models: [createScriptedModel()] });
    for (const path of ['/v1/models', '/v1/chat/completions', '/mcp', '/health', '/nothing']) {
      for (const headers of [{ authorization: '' }, { authorization: 'Bearer wrong' }, { 'x-api-key': '' }]) {
        const response = await fetch(gateway.baseUrl + path, { method: 'POST', headers });
        assert.equal(response.status, 401, `${path} ${JSON.stringify(headers)}`);
      }
    }
  });

  it('refuses a page of the web, and any name that is not this machine’s', async () => {
    await using gateway = await openGateway({ models: [createScriptedModel()] });
    const page = await gateway.ask('/v1/models', { headers: { origin: 'http://localhost:3000' } });
    assert.equal(page.status, 403);
    for (const host of ['evil.example', 'localhost.evil.example', '127.0.0.1.nip.io', '10.0.0.1'])
      assert.equal(await statusUnder(host, gateway), 421, host);
    assert.equal(await statusUnder('localhost', gateway), 200);
  });
});

/** `fetch` would not let us choose the Host header. */
function statusUnder(
  host: string,
  { baseUrl, key }: { readonly baseUrl: string; readonly key: string },
): Promise<number | undefined> {
  return new Promise((resolve, reject) => {
    const headers = { host, authorization: `Bearer ${key}` };
    request(`${baseUrl}/v1/models`, { headers }, ({ statusCode }) => resolve(statusCode))
      .on('error', reject)
      .end();
  });
}
