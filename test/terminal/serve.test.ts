import assert from 'node:assert/strict';
import { once } from 'node:events';
import { chmod, readFile, writeFile } from 'node:fs/promises';
import { createServer, get } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { OpenAI } from 'openai';
import { chunk, sendEvent, startEvents, startOpenAiServer } from '../fakes/openai-server.ts';
import { openAiAt } from '../gateway/support/vendor-clients.ts';
import { describedTool } from './described.ts';
import { runConverse, tempRoot } from './run-converse.ts';
import { startServe } from './start-serve.ts';
import { calling, saying } from './with-server.ts';

const hello = [{ role: 'user' as const, content: 'Hello' }];

/** The options for the models of a server. */
const at = ({ url }: { readonly url: string }, ...more: readonly string[]) => [
  ...['--provider', 'openai', '--base-url', url],
  ...more,
];

describe('npm run converse serve', () => {
  it('says in one line where it listens, and serves Rehearsal as itself where there is no other model', async () => {
    await using root = await tempRoot();
    await using served = await startServe(['--root', root.path]);
    assert.match(served.baseUrl, /^http:\/\/127\.0\.0\.1:\d+$/);
    assert.equal(served.mcp, `${served.baseUrl}/mcp`);
    assert.deepEqual(served.models, ['rehearsal/rehearsal']);
    const client = openAiAt(served);
    const { data, response } = await client.chat.completions
      .create({ model: 'default', messages: hello })
      .withResponse();
    assert.match(data.choices[0]?.message.content ?? '', /Rehearsal/);
    assert.equal(response.headers.get('x-converser-model'), 'rehearsal/rehearsal');
    await assert.rejects(client.chat.completions.create({ model: 'gpt-5', messages: hello }), {
      status: 404,
    });
    served.kill('SIGINT');
    const { code, stdout, stderr } = await served.ran;
    assert.deepEqual([code, stdout.split('\n').length], [130, 2]);
    assert.equal(stderr, 'A program uses the key “terminal” for the first time.\n');
  });

  it('serves the models of a provider, with tools as --tools says, and the chosen one as “default”', async () => {
    const server = await startOpenAiServer((response, received) => {
      assert.equal(received.body.tools, undefined);
      const call = '{"tool_calls": [{"name": "weather", "arguments": {"city": "Oslo"}}]}';
      return saying(JSON.stringify(received.body).includes('Snow') ? 'Cold.' : call)(response, received);
    });
    await using root = await tempRoot();
    const options = ['--model', 'unlisted', '--tools', 'contract', '--key-env', 'A_KEY', '--root', root.path];
    const environment = { A_KEY: 'a-key-of-the-provider' };
    await using served = await startServe(at(server, ...options), { environment });
    assert.deepEqual(served.models, ['openai/unlisted', 'openai/test-model']);
    const runner = openAiAt(served).chat.completions.runTools({
      model: 'default',
      messages: hello,
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
    await server.close();
    const [last] = server.received.slice(-1);
    assert.equal(last?.headers.authorization, 'Bearer a-key-of-the-provider');
    assert.equal(last?.body.model, 'unlisted');
  });

  it('asks the fallbacks where a model cannot answer', async () => {
    const server = await startOpenAiServer((response, received) => {
      if (received.body.model === 'spare') return saying('I am the spare one.')(response, received);
      response.writeHead(401, { 'content-type': 'application/json' }).end('{"error":{"message":"No."}}');
    });
    await using root = await tempRoot();
    await using served = await startServe([...at(server, '--fallback', 'spare'), '--root', root.path]);
    const { data, response } = await openAiAt(served)
      .chat.completions.create({ model: 'test-model', messages: hello })
      .withResponse();
    await server.close();
    assert.equal(data.choices[0]?.message.content, 'I am the spare one.');
    assert.equal(response.headers.get('x-converser-model'), 'openai/spare');
  });

  it('tells which models and tools failed, in one line each, with the conversation', async () => {
    const server = await startOpenAiServer((response, received) => {
      if (JSON.stringify(received.body.messages).includes('Gone.'))
        response.writeHead(401, { 'content-type': 'application/json' }).end('{"error":{"message":"No."}}');
      else calling('own__fail', {})(response, received);
    });
    await using own = await tempRoot({
      'own.toml': describedTool('own', ['own', 'fail'], 'permission = "allow"\n'),
      'own.mjs': 'export const fail = () => { throw new Error("Gone.\\nFor good."); };\n',
    });
    await using root = await tempRoot();
    const options = at(server, '--ensembles', own.path, '--root', root.path);
    await using served = await startServe(options);
    const client = openAiAt(served).chat.completions;
    await assert.rejects(client.create({ model: 'test-model+own', messages: hello }));
    await assert.rejects(
      client.create({ model: 'test-model', messages: [{ role: 'user', content: 'Gone.' }] }),
    );
    served.kill('SIGINT');
    const { stderr } = await served.ran;
    await server.close();
    const lines = stderr.split('\n').filter(line => line.includes('failed'));
    assert.equal(lines.length, 3, stderr);
    assert.match(lines[0] ?? '', /^! own:fail failed: execution: Gone\.␊For good\. \(conversation \S+\)$/);
    assert.match(lines[1] ?? '', /^! A turn with openai\/test-model failed: .* \(conversation \S+\)$/);
    assert.match(lines[2] ?? '', /^! A request of terminal to openai\/test-model failed: /);
  });

  it('runs several times at once, with one key', async () => {
    await using root = await tempRoot();
    const keyFile = ['--root', root.path, '--key-file', `${root.path}/keys/gateway`];
    const [first, second] = await Promise.all([startServe(keyFile), startServe(keyFile)]);
    await using _first = first;
    await using _second = second;
    assert.notEqual(first.baseUrl, second.baseUrl);
    assert.equal(first.key, second.key);
    for (const served of [first, second]) assert.equal((await served.ask('/v1/models')).status, 200);
  });

  it('gives each client a key and limits of its own, and ends what runs for one that you take out', async () => {
    const server = await startOpenAiServer(response => {
      startEvents(response);
      sendEvent(response, chunk({ content: 'Well' }));
    });
    await using root = await tempRoot({ 'keys.toml': '[one]\n[two]\nmodels = ["openai/test-*"]\n' });
    const file = `${root.path}/keys.toml`;
    await chmod(file, 0o600);
    const options = at(server, '--model', 'spare', '--root', root.path);
    await using served = await startServe([...options, '--keys', file]);
    const written = await readFile(file, 'utf8');
    const [one = '', two = ''] = [...written.matchAll(/^key = "(.*)"$/gm)].map(([, key = '']) => key);
    assert.equal(served.key, one);
    const [first, second] = [one, two].map(key => openAiAt({ ...served, key })) as [OpenAI, OpenAI];
    const offered = async (client: OpenAI) => (await client.models.list()).data.map(({ id }) => id);
    assert.deepEqual(await offered(second), ['openai/test-model']);
    const asked = { model: 'test-model', messages: hello, stream: true } as const;
    const stream = await second.chat.completions.create(asked);
    let taken = 0;
    await assert.rejects(async () => {
      for await (const { choices } of stream) {
        if (choices[0]?.delta.content !== 'Well') continue;
        taken = performance.now();
        await writeFile(file, written.slice(0, written.indexOf('[two]')));
      }
    }, /The key “two” was revoked/);
    // Far more than it takes, since the machine may be busy.
    assert.ok(performance.now() - taken < 10_000);
    await server.received.at(-1)?.closed;
    await assert.rejects(second.models.list(), { status: 401 });
    assert.deepEqual(await offered(first), ['openai/spare', 'openai/test-model']);
    served.kill('SIGINT');
    assert.doesNotMatch((await served.ran).stderr, /kept out/);
    await server.close();
  });

  it('lets other machines and web pages in only where you say so, with a warning', async () => {
    await using root = await tempRoot();
    const origin = 'https://app.example';
    const reach = ['--host', '0.0.0.0', '--host-name', 'Host.docker.internal', '--origin', origin];
    await using served = await startServe(['--root', root.path, ...reach]);
    assert.match(served.baseUrl, /^http:\/\/127\.0\.0\.1:\d+$/);
    const from = (headers: Record<string, string>) => served.ask('/v1/models', { headers });
    assert.equal((await from({ origin })).headers.get('access-control-allow-origin'), origin);
    assert.equal((await from({ origin: 'https://other.example' })).status, 403);
    const named = (host: string) =>
      new Promise<number | undefined>((resolve, reject) => {
        const headers = { host, authorization: `Bearer ${served.key}` };
        const asked = get(`${served.baseUrl}/v1/models`, { headers }, heard => resolve(heard.statusCode));
        asked.on('error', reject);
      });
    assert.equal(await named('host.docker.internal:80'), 200);
    assert.equal(await named('evil.example'), 421);
    served.kill('SIGINT');
    const { stderr } = await served.ran;
    assert.match(stderr, /^! Other machines can reach the gateway, .* unencrypted/m);
    assert.match(stderr, /^! Web pages of https:\/\/app\.example can use the gateway if they have a key\./m);
  });

  it('keeps to what may be spent a day, from run to run', async () => {
    const usage = { prompt_tokens: 1_000_000, completion_tokens: 0, total_tokens: 1_000_000 };
    const server = await startOpenAiServer(saying('Hi.', { choices: [], usage }));
    await using root = await tempRoot();
    const models = { 'test-*': { price: { input: 1, output: 0 } } };
    const args = at(
      server,
      '--root',
      root.path,
      '--set',
      `modelProviders=${JSON.stringify({ openai: { models } })}`,
    );
    const limited = [...args, '--max-daily-cost', '0.50', '--key-file', `${root.path}/key`];
    const options = { environment: { XDG_STATE_HOME: `${root.path}/state` } };
    const body = JSON.stringify({ model: 'test-model', messages: hello });
    const ask = async () => {
      await using served = await startServe(limited, options);
      const { status } = await served.ask('/v1/chat/completions', { method: 'POST', body });
      served.kill('SIGINT');
      await served.ran;
      return status;
    };
    assert.deepEqual([await ask(), await ask()], [200, 429]);
    await writeFile(`${root.path}/state/converser/gateway-spending.json`, '{');
    assert.equal(await ask(), 200);
    await server.close();
  });

  it('writes down what programs ask where you want that', async () => {
    await using root = await tempRoot();
    await using served = await startServe(['--root', root.path, '--log-content']);
    await openAiAt(served).chat.completions.create({ model: 'default', messages: hello });
    served.kill('SIGINT');
    const { stderr } = await served.ran;
    assert.match(stderr, /^terminal: POST \/v1\/chat\/completions \{.*"content":"Hello"/m);
    assert.ok(!stderr.includes(served.key));
  });

  it('says why there are no models', async () => {
    await using root = await tempRoot();
    const other = createServer().listen(0, '127.0.0.1');
    await once(other, 'listening');
    const { port } = other.address() as AddressInfo;
    await new Promise(resolve => other.close(resolve));
    const warned = Promise.withResolvers<void>();
    await using served = await startServe(at({ url: `http://127.0.0.1:${port}/v1` }, '--root', root.path), {
      onErrorOutput(stderr) {
        if (stderr.includes('No model')) warned.resolve();
      },
    });
    assert.deepEqual(served.models, []);
    await warned.promise;
    served.kill('SIGINT');
    const { stderr } = await served.ran;
    assert.match(stderr, /^! No model is available yet\. .*can’t be reached: /);
  });

  it('ends with 1 and the reason where it cannot serve', async () => {
    const other = createServer().listen(0, '127.0.0.1');
    await new Promise(resolve => other.once('listening', resolve));
    const port = String((other.address() as AddressInfo).port);
    await using root = await tempRoot({ empty: ' \n' });
    for (const [args, reason] of [
      [
        ['--port', port],
        `Port ${port} is in use by another program. Choose another with --port N, or leave it out for any that is free.`,
      ],
      [
        ['--host', '203.0.113.7'],
        'This machine doesn’t have the address 203.0.113.7. Choose another with --host ADDRESS, or leave it out.',
      ],
      [['--model', 'gone'], 'Model gone not found. Available: rehearsal/rehearsal.'],
      [['--fallback', 'gone'], 'Model gone not found. Available: rehearsal/rehearsal.'],
      [
        ['--key-file', `${root.path}/empty`],
        `The key in ${root.path}/empty is empty. Delete the file to get a new key.`,
      ],
    ] as const) {
      const { code, stdout, stderr } = await runConverse(['serve', '--root', root.path, ...args]);
      assert.deepEqual([code, stdout, stderr], [1, '', `converse: ${reason}\n`]);
    }
    other.close();
  });

  it('ends with 1 where nobody can read where it listens', async () => {
    await using root = await tempRoot();
    const { code, stderr } = await runConverse(['serve', '--root', root.path], { closesOutput: true });
    assert.deepEqual([code, stderr], [1, 'converse: The output was closed.\n']);
  });
});
