import assert from 'node:assert/strict';
import { sse, startAnthropicServer } from '../fakes/anthropic-server.ts';
import { type Answer, answerChunks, answerJson, chunk } from '../fakes/openai-server.ts';
import { runConverse, tempRoot } from './run-converse.ts';
import { at, calling, runWithServer, saying } from './with-server.ts';

const question = 'what is in notes.txt?';
const call = { path: 'notes.txt' };

/** Calls read_file natively in the first round, and repeats its result in the second. */
const callingNatively: Answer = (response, received) => {
  const messages = received.body.messages as readonly { readonly role: string; readonly content: unknown }[];
  const result = messages.findLast(({ role }) => role === 'tool');
  const answer = result ? saying(`It says ${result.content}`) : calling('workspace__read_file', call);
  return answer(response, received);
};

describe('npm run converse --provider', () => {
  it('converses with an OpenAI-compatible server, key and all', async () => {
    await using root = await tempRoot({ 'notes.txt': 'eggs' });
    const options = ['--tools', 'native', '--key-env', 'A_KEY', '--root', root.path];
    const environment = { A_KEY: 'secret-key' };
    const { ran, received } = await runWithServer(callingNatively, [...options, question], { environment });
    assert.equal(ran.code, 0, ran.stderr);
    assert.match(ran.stdout, /It says eggs/);
    assert.equal(received.at(-1)?.headers.authorization, 'Bearer secret-key');
  });

  it('passes on your own instructions, and what you want of the model', async () => {
    await using root = await tempRoot({ 'mine.md': 'Answer in French.' });
    const ask = (file: string, ...more: readonly string[]) => {
      const own = ['--root', root.path, '--instructions', `${root.path}/${file}`];
      return runWithServer(saying('Bonjour.'), [...own, ...more, 'Hello?']);
    };
    const wanted = ['--effort', 'high', '--option', 'temperature=0.2', '--option', 'body.top_k=5'];
    const { ran, received } = await ask('mine.md', ...wanted);
    const asked = received.at(-1)?.body;
    assert.equal(ran.code, 0, ran.stderr);
    assert.match(JSON.stringify(asked?.messages), /The user’s own instructions:\\nAnswer in French\./);
    const { reasoning_effort: effort, temperature, top_k } = asked ?? {};
    assert.deepEqual({ effort, temperature, top_k }, { effort: 'high', temperature: 0.2, top_k: 5 });
    const missing = await ask('missing.md');
    const wrong = await ask('mine.md', '--effort', 'huge');
    assert.deepEqual([missing.ran.code, wrong.ran.code], [2, 2]);
    assert.match(wrong.ran.stderr, /effort must be one of none, .*, not "huge"/);
  });

  it('makes the calls that a server passes on as text', async () => {
    await using root = await tempRoot({ 'notes.txt': 'eggs' });
    const printed =
      '<tool_call>{"name": "workspace__read_file", "arguments": {"path": "notes.txt"}}</tool_call>';
    const { ran, received } = await runWithServer(
      (response, asked) =>
        saying(JSON.stringify(asked.body).includes('eggs') ? 'It says eggs.' : printed)(response, asked),
      ['--tools', 'native', '--root', root.path, question],
    );
    assert.equal(ran.code, 0, ran.stderr);
    assert.match(ran.stdout, /It says eggs/);
    assert.equal(received.filter(({ url }) => url.endsWith('/completions')).length, 2);
  });

  it('gives tools through the contract to a model that only writes text', async () => {
    await using root = await tempRoot({ 'notes.txt': 'eggs' });
    const { ran } = await runWithServer(
      (response, received) => {
        assert.equal(received.body.tools, undefined);
        const said = JSON.stringify(received.body).includes('eggs')
          ? 'It says eggs.'
          : `Let me look.\n{"tool_calls": [{"name": "workspace__read_file", "arguments": ${JSON.stringify(call)}}]}`;
        const pieces = [...said].map(content => chunk({ content }));
        return answerChunks([...pieces, chunk({}, 'stop')])(response, received);
      },
      ['--tools', 'contract', '--root', root.path, question],
      { model: 'not-listed' },
    );
    assert.equal(ran.code, 0, ran.stderr);
    assert.match(ran.stderr, /workspace:read_file/);
    assert.match(ran.stdout, /It says eggs\./);
    assert.doesNotMatch(ran.stdout, /tool_calls/);
  });

  it('converses with a server that speaks Anthropic Messages', async () => {
    await using root = await tempRoot({ 'notes.txt': 'eggs' });
    const streamed = (id: string, block: object, delta: object, reason: string) =>
      sse(id, [
        { type: 'content_block_start', index: 0, content_block: block },
        { type: 'content_block_delta', index: 0, delta },
        { type: 'content_block_stop', index: 0 },
        { type: 'message_delta', delta: { stop_reason: reason }, usage: { output_tokens: 4 } },
        { type: 'message_stop' },
      ]);
    const used = { type: 'tool_use', id: 't1', name: 'workspace__read_file', input: {} };
    const args = { type: 'input_json_delta', partial_json: JSON.stringify(call) };
    const said = { type: 'text_delta', text: 'It says eggs.' };
    const server = await startAnthropicServer(({ body }) =>
      JSON.stringify(body.messages).includes('tool_result')
        ? streamed('2', { type: 'text', text: '' }, said, 'end_turn')
        : streamed('1', used, args, 'tool_use'),
    );
    const options = [...at(server, 'claude-sonnet-4-5', 'anthropic'), '--root', root.path];
    const environment = { ANTHROPIC_API_KEY: 'secret-key' };
    const ran = await runConverse([...options, question], { environment });
    await server.close();
    assert.equal(ran.code, 0, ran.stderr);
    assert.match(ran.stdout, /It says eggs\./);
  });

  it('shows why a server refuses, without the key', async () => {
    await using root = await tempRoot();
    const refused = answerJson({ error: { message: 'Incorrect API key: secret-key' } }, 401);
    const environment = { OPENAI_API_KEY: 'secret-key' };
    const { ran } = await runWithServer(refused, ['--root', root.path, 'hello'], { environment });
    assert.equal(ran.code, 1);
    assert.match(ran.stderr, /key/i);
    assert.doesNotMatch(ran.stdout + ran.stderr, /secret-key/);
  });
});
