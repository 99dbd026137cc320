import assert from 'node:assert/strict';
import { readCommandLine } from '../../src/terminal/command-line/options.ts';
import { resolveNamed } from '../../src/terminal/models/resolve-named.ts';
import { startAnthropicServer } from '../fakes/anthropic-server.ts';
import { answerJson, startOpenAiServer } from '../fakes/openai-server.ts';
import { wires } from '../golden/providers/wires.ts';
import { eventsOf, runConverse, tempRoot } from './run-converse.ts';
import { startServe } from './start-serve.ts';
import { at } from './with-server.ts';

const keys = { OPENAI_API_KEY: 'of-openai', ANTHROPIC_API_KEY: 'of-anthropic' };

const never = new AbortController().signal;

function read(...args: readonly string[]) {
  const line = readCommandLine([...args, 'Why?']);
  assert.equal(line.kind, 'converse', JSON.stringify(line));
  return line.options;
}

function complaint(...args: readonly string[]): string {
  const line = readCommandLine([...args, 'Why?']);
  return line.kind === 'wrong' ? line.message : '';
}

describe('--fallback', () => {
  it('names a model of the same provider, or one of another provider, with or without its address', () => {
    const main = ['--provider', 'groq', '--model', 'm'];
    const names = ['spare', 'anthropic/claude', 'vllm/org/q@http://10.0.0.7/v1'];
    const { settings, otherServers = [] } = read(...main, ...names.flatMap(name => ['--fallback', name]));
    assert.deepEqual(settings.fallbacks, { '*': ['groq/spare', 'groq/anthropic/claude', 'vllm/org/q'] });
    const others = otherServers.map(({ server, ids }) => [
      server.id,
      server.keyVariable,
      server.baseUrl,
      ids,
    ]);
    assert.deepEqual(others, [
      ['anthropic', 'ANTHROPIC_API_KEY', 'https://api.anthropic.com', ['claude']],
      ['vllm', undefined, 'http://10.0.0.7/v1', ['org/q']],
    ]);
    assert.equal(read(...main, '--fallback', 'meta-llama/llama-4').otherServers, undefined);
    assert.deepEqual(read('--fallback', 'ollama/qwen3').settings.fallbacks, { '*': ['ollama/qwen3'] });
  });

  it('needs an address that can be used, and one per provider', () => {
    assert.match(complaint('--fallback', 'azure/gpt-5'), /^--fallback azure\/gpt-5: /);
    const [one, other] = ['vllm/a@http://10.0.0.7/v1', 'vllm/b@http://10.0.0.8/v1'];
    assert.match(
      complaint('--fallback', 'gpt-5@http://10.0.0.7/v1'),
      /^--fallback must name another provider/,
    );
    assert.match(
      complaint('--fallback', one, '--fallback', other),
      /^--fallback names two addresses of vllm/,
    );
  });

  it('means the model that the provider itself lists, where another provider has that name', async () => {
    const server = await startOpenAiServer(
      response => answerJson({ error: { message: 'No.' } }, 401)(response),
      [{ id: 'openai/gpt-oss', object: 'model', created: 0, owned_by: 'x' }],
    );
    await using root = await tempRoot();
    const environment = { OPENROUTER_API_KEY: 'k', ANTHROPIC_API_KEY: 'k' };
    await using served = await startServe(
      [
        ...['--provider', 'openrouter', '--base-url', server.url, '--root', root.path],
        ...['--fallback', 'openai/gpt-oss', '--fallback', 'anthropic/claude@http://127.0.0.1:9'],
      ],
      { environment },
    );
    await server.close();
    // Of the provider that stands in, programs see only the model that does.
    assert.deepEqual(served.models, ['openrouter/openai/gpt-oss', 'anthropic/claude']);
    const listed = async () => undefined;
    const meanings = { main: 'groq', others: ['openai'], models: { listed }, signal: never };
    assert.equal(await resolveNamed('groq/openai/gpt-5', meanings), 'openai/gpt-5');
    assert.equal(await resolveNamed('groq/groq/compound', meanings), 'groq/compound');
    assert.equal(await resolveNamed('groq/meta/llama', meanings), 'groq/meta/llama');
  });

  it('goes on with a model of another kind of provider, which gets all that has happened', async () => {
    const bodies: string[] = [];
    const first = await startAnthropicServer(({ body }) => {
      bodies.push(JSON.stringify(body));
      const calls = [['workspace__read_file', { path: 'a.txt' }]] as const;
      const looks = { thought: 'Look first.', said: 'I look.', calls };
      if (bodies.length === 1) return { pieces: [wires.anthropic(looks, 1)] };
      const error = { type: 'billing_error', message: 'Your credit balance is too low.' };
      return { status: 402, pieces: [JSON.stringify({ type: 'error', error })] };
    });
    const second = await startOpenAiServer((response, { body }) => {
      bodies.push(JSON.stringify(body));
      response
        .writeHead(200, { 'content-type': 'text/event-stream' })
        .end(wires.chat({ said: 'It says hello.' }, 1));
    });
    await using root = await tempRoot({ 'a.txt': 'hello from the file' });
    const models = [
      ...at(first, 'claude-sonnet-4-5', 'anthropic'),
      '--fallback',
      `groq/test-model@${second.url}`,
    ];
    const environment = { ...keys, GROQ_API_KEY: 'of-groq', XDG_STATE_HOME: root.path };
    const asked = [...models, '--root', root.path, '--json', 'What is in a.txt?'];
    const ran = await runConverse(asked, { environment });
    await Promise.all([first.close(), second.close()]);
    assert.equal(ran.code, 0, ran.stderr + ran.stdout);
    const events = eventsOf(ran);
    const told = events.find(({ type }) => type === 'round-restart');
    assert.ok(told?.type === 'round-restart', ran.stdout);
    assert.match(told.message, /isn’t accepting requests right now\. test-model answers\./);
    assert.equal(told.model?.provider, 'groq');
    const received = second.received.findLast(({ method }) => method === 'POST');
    // A key is for the address that it was made for.
    assert.equal(received?.headers.authorization?.includes('of-groq') ?? false, false);
    const messages = received?.body.messages as readonly { readonly role: string }[];
    const roles = messages.map(({ role }) => role);
    assert.deepEqual(roles, ['system', 'user', 'assistant', 'tool']);
    const [, question, call, result] = messages.map(each => JSON.stringify(each));
    assert.match(question ?? '', /What is in a\.txt\?/);
    assert.match(call ?? '', /I look\..*workspace__read_file/);
    assert.match(result ?? '', /hello from the file/);
    assert.doesNotMatch(bodies.at(-1) ?? '', /signed-by-anthropic/);
  });
});
