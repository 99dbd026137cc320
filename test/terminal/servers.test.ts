import assert from 'node:assert/strict';
import { sse, startAnthropicServer } from '../fakes/anthropic-server.ts';
import { answerChunks, answerJson, chunk, type Received, startOpenAiServer } from '../fakes/openai-server.ts';
import { runConverse, tempRoot } from './run-converse.ts';

/** The options for a model of a server. */
const at = ({ url }: { readonly url: string }, model = 'test-model', provider = 'openai') => [
  ...['--provider', provider],
  ...['--base-url', url],
  ...['--model', model],
];

const call = { path: 'notes.txt' };

/** Calls read_file natively in the first round, and repeats its result in the second. */
function callingNatively(_response: unknown, { body }: Received) {
  const messages = body.messages as readonly { readonly role: string; readonly content: unknown }[];
  const result = messages.findLast(({ role }) => role === 'tool');
  if (result !== undefined)
    return answerChunks([chunk({ content: `It says ${result.content}` }), chunk({}, 'stop')]);
  const toolCall = {
    index: 0,
    id: 'c1',
    type: 'function',
    function: { name: 'workspace__read_file', arguments: JSON.stringify(call) },
  };
  return answerChunks([chunk({ tool_calls: [toolCall] }), chunk({}, 'tool_calls')]);
}

describe('npm run converse --provider', () => {
  it('converses with an OpenAI-compatible server, key and all', async () => {
    await using root = await tempRoot({ 'notes.txt': 'eggs' });
    const server = await startOpenAiServer((response, received) =>
      callingNatively(response, received)(response, received),
    );
    const ran = await runConverse(
      [
        ...at(server),
        ...['--tools', 'native', '--key-env', 'A_KEY', '--root', root.path],
        'what is in notes.txt?',
      ],
      { environment: { A_KEY: 'secret-key' } },
    );
    await server.close();
    assert.equal(ran.code, 0, ran.stderr);
    assert.match(ran.stdout, /It says eggs/);
    assert.equal(server.received.at(-1)?.headers.authorization, 'Bearer secret-key');
  });

  it('passes on your own instructions, and what you want of the model', async () => {
    await using root = await tempRoot({ 'mine.md': 'Answer in French.' });
    const server = await startOpenAiServer(answerChunks([chunk({ content: 'Bonjour.' }), chunk({}, 'stop')]));
    const ask = (file: string, ...more: readonly string[]) =>
      runConverse([
        ...at(server),
        '--root',
        root.path,
        '--instructions',
        `${root.path}/${file}`,
        ...more,
        'Hello?',
      ]);
    const ran = await ask(
      'mine.md',
      '--effort',
      'high',
      '--option',
      'temperature=0.2',
      '--option',
      'body.top_k=5',
    );
    const asked = server.received.at(-1)?.body;
    const missing = await ask('missing.md');
    const wrong = await ask('mine.md', '--effort', 'huge');
    await server.close();
    assert.equal(ran.code, 0, ran.stderr);
    assert.match(JSON.stringify(asked?.messages), /The user’s own instructions:\\nAnswer in French\./);
    const { reasoning_effort: effort, temperature, top_k } = asked ?? {};
    assert.deepEqual({ effort, temperature, top_k }, { effort: 'high', temperature: 0.2, top_k: 5 });
    assert.deepEqual([missing.code, wrong.code], [2, 2]);
    assert.match(wrong.stderr, /effort must be one of none, .*, not "huge"/);
  });

  it('makes the calls that a server passes on as text', async () => {
    await using root = await tempRoot({ 'notes.txt': 'eggs' });
    const printed =
      '<tool_call>{"name": "workspace__read_file", "arguments": {"path": "notes.txt"}}</tool_call>';
    const server = await startOpenAiServer((response, received) => {
      const isTold = JSON.stringify(received.body).includes('eggs');
      const content = isTold ? 'It says eggs.' : printed;
      return answerChunks([chunk({ content }), chunk({}, 'stop')])(response, received);
    });
    const options = [...at(server), '--tools', 'native', '--root', root.path];
    const ran = await runConverse([...options, 'what is in notes.txt?']);
    await server.close();
    assert.equal(ran.code, 0, ran.stderr);
    assert.match(ran.stdout, /It says eggs/);
    assert.equal(server.received.filter(({ url }) => url.endsWith('/completions')).length, 2);
  });

  it('gives tools through the contract to a model that only writes text', async () => {
    await using root = await tempRoot({ 'notes.txt': 'eggs' });
    const server = await startOpenAiServer((response, { body }) => {
      assert.equal(body.tools, undefined);
      const told = JSON.stringify(body);
      const said = told.includes('eggs')
        ? 'It says eggs.'
        : `Let me look.\n{"tool_calls": [{"name": "workspace__read_file", "arguments": ${JSON.stringify(call)}}]}`;
      return answerChunks(
        [...said].map(character => chunk({ content: character })).concat(chunk({}, 'stop')),
      )(response, {} as Received);
    });
    const options = [...at(server, 'not-listed'), '--tools', 'contract', '--root', root.path];
    const ran = await runConverse([...options, 'what is in notes.txt?']);
    await server.close();
    assert.equal(ran.code, 0, ran.stderr);
    assert.match(ran.stderr, /workspace:read_file/);
    assert.match(ran.stdout, /It says eggs\./);
    assert.doesNotMatch(ran.stdout, /tool_calls/);
  });

  it('converses with a server that speaks Anthropic Messages', async () => {
    await using root = await tempRoot({ 'notes.txt': 'eggs' });
    const server = await startAnthropicServer(({ body }) =>
      JSON.stringify(body.messages).includes('tool_result')
        ? sse('2', [
            { type: 'content_block_start', index: 0, content_block: { type: 'text', text: '' } },
            { type: 'content_block_delta', index: 0, delta: { type: 'text_delta', text: 'It says eggs.' } },
            { type: 'content_block_stop', index: 0 },
            { type: 'message_delta', delta: { stop_reason: 'end_turn' }, usage: { output_tokens: 4 } },
            { type: 'message_stop' },
          ])
        : sse('1', [
            {
              type: 'content_block_start',
              index: 0,
              content_block: { type: 'tool_use', id: 't1', name: 'workspace__read_file', input: {} },
            },
            {
              type: 'content_block_delta',
              index: 0,
              delta: { type: 'input_json_delta', partial_json: JSON.stringify(call) },
            },
            { type: 'content_block_stop', index: 0 },
            { type: 'message_delta', delta: { stop_reason: 'tool_use' }, usage: { output_tokens: 9 } },
            { type: 'message_stop' },
          ]),
    );
    const ran = await runConverse(
      [...at(server, 'claude-sonnet-4-5', 'anthropic'), '--root', root.path, 'what is in notes.txt?'],
      { environment: { ANTHROPIC_API_KEY: 'secret-key' } },
    );
    await server.close();
    assert.equal(ran.code, 0, ran.stderr);
    assert.match(ran.stdout, /It says eggs\./);
  });

  it('shows why a server refuses, without the key', async () => {
    await using root = await tempRoot();
    const server = await startOpenAiServer(
      answerJson({ error: { message: 'Incorrect API key: secret-key' } }, 401),
    );
    const ran = await runConverse([...at(server), '--root', root.path, 'hello'], {
      environment: { OPENAI_API_KEY: 'secret-key' },
    });
    await server.close();
    assert.equal(ran.code, 1);
    assert.match(ran.stderr, /key/i);
    assert.doesNotMatch(ran.stdout + ran.stderr, /secret-key/);
  });
});
