import assert from 'node:assert/strict';
import { readdir, readFile, stat } from 'node:fs/promises';
import { createServer, type ServerResponse } from 'node:http';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import { frame, sse } from '../fakes/anthropic-server.ts';
import { onLoopback } from '../fakes/loopback.ts';
import { chunk } from '../fakes/openai-server.ts';
import { runConverse, tempRoot } from './run-converse.ts';
import { startServe } from './start-serve.ts';

const key = 'sk-secret-0123456789abcdef';
const said = [chunk({ content: 'Grüße.' }), chunk({}, 'stop')].map(
  each => `data: ${JSON.stringify(each)}\n\n`,
);
const ofOpenAi = `${said.join('')}data: [DONE]\n\n`;
const begun = { type: 'content_block_start', index: 0, content_block: { type: 'text', text: '' } };
const saidText = { type: 'content_block_delta', index: 0, delta: { type: 'text_delta', text: 'Grüße.' } };
const ended = [{ type: 'content_block_stop', index: 0 }, { type: 'message_stop' }];
const stop = { type: 'message_delta', delta: { stop_reason: 'end_turn' }, usage: { output_tokens: 2 } };
const ofAnthropic = [
  ...sse('m', [begun, saidText]).pieces,
  ...[ended[0], stop, ended[1]].map(each => frame(each ?? {})),
].join('');

interface Bytes {
  readonly sent: string;
  readonly replied: string;
}

/** Keeps the bodies as they are, of one refusal and then of this reply. */
async function byteServer(reply: string) {
  const seen: Bytes[] = [];
  const answer = (response: ServerResponse, sent: string) => {
    const isRefused = seen.length === 0;
    const replied = isRefused ? '{"error":{"type":"overloaded_error","message":"Overloaded."}}' : reply;
    seen.push({ sent, replied });
    const type = isRefused ? 'application/json' : 'text/event-stream';
    response.writeHead(isRefused ? 529 : 200, {
      'content-type': type,
      'set-cookie': 'sid=abc',
      'retry-after': '0',
    });
    response.end(replied);
  };
  const server = createServer(async (request, response) => {
    const sent = await text(request);
    if (request.method === 'GET') return void response.writeHead(404).end();
    answer(response, sent);
  });
  return { ...(await onLoopback(server)), seen };
}

/** What was posted, from the files in the order of their names. */
async function loggedIn(folder: string) {
  const names = (await readdir(folder)).sort();
  const files = await Promise.all(
    names.map(async name => {
      const content = await readFile(path.join(folder, name), 'utf8');
      const [head = '', ...rest] = content.split('\n\n');
      return {
        name,
        head,
        body: rest.join('\n\n'),
        mode: (await stat(path.join(folder, name))).mode & 0o777,
      };
    }),
  );
  const pairs = Map.groupBy(files, ({ name }) => name.replace(/\.(request|reply)\.http$/, ''));
  const posts = [...pairs.values()].filter(pair => pair.some(({ head }) => head.startsWith('POST ')));
  return { files, posts: posts.map(pair => pair.toSorted((a, b) => -a.name.localeCompare(b.name))) };
}

describe('--log-requests', () => {
  const wires = {
    openai: { reply: ofOpenAi, path: '/v1', hidden: 'authorization: ••••' },
    anthropic: { reply: ofAnthropic, path: '', hidden: 'anthropic-version: .*\nauthorization: ••••' },
  } as const;

  for (const [provider, wire] of Object.entries(wires)) {
    it(`writes what ${provider}’s server gets and sends, byte by byte, all attempts, and no key`, async () => {
      await using root = await tempRoot({ 'README.md': 'A “quoted” readme.' });
      const server = await byteServer(wire.reply);
      const folder = path.join(root.path, 'new', 'log');
      const address = ['--base-url', server.url + wire.path, '--model', 'm', '--key-env', 'MY_KEY'];
      const question = `What is in @README.md? My key is ${key}.`;
      const args = [
        '--root',
        root.path,
        '--provider',
        provider,
        ...address,
        '--log-requests',
        folder,
        question,
      ];
      const ran = await runConverse(args, { environment: { MY_KEY: key } });
      await server.close();
      assert.equal(ran.code, 0, ran.stderr);
      const { files, posts } = await loggedIn(folder);
      const bodies = posts.map(([request, reply]) => ({ sent: request?.body, replied: reply?.body }));
      const withoutKey = server.seen.map(({ sent, replied }) => ({
        sent: sent.replaceAll(key, '••••'),
        replied,
      }));
      assert.deepEqual(bodies, withoutKey);
      assert.equal(bodies.length, 2);
      assert.ok(files.every(({ head, body, mode }) => mode === 0o600 && !(head + body).includes(key)));
      const [request, reply] = posts[1] ?? [];
      assert.match(request?.head ?? '', new RegExp(`^POST http://127.*\n(.*\n)*${wire.hidden}`));
      assert.match(reply?.head ?? '', /^200 OK\n(.*\n)*set-cookie: ••••/);
      assert.match(posts[0]?.[1]?.head ?? '', /^529/);
    });
  }

  it('shows the tools that a model gets as text, and works with serve', async () => {
    await using root = await tempRoot();
    const server = await byteServer(ofOpenAi);
    const folder = path.join(root.path, 'log');
    const options = ['--provider', 'openai', '--base-url', `${server.url}/v1`, '--tools', 'contract'];
    const logging = ['--root', root.path, ...options, '--model', 'm', '--log-requests', folder];
    const ran = await runConverse([...logging, 'Hello']);
    assert.equal(ran.code, 0, ran.stderr);
    const asked = await loggedIn(folder);
    assert.match(asked.posts[1]?.[0]?.body ?? '', /workspace__read_file/);
    assert.doesNotMatch(asked.posts[1]?.[0]?.body ?? '', /"tools":/);
    await using served = await startServe(logging);
    const body = JSON.stringify({ model: 'default', messages: [{ role: 'user', content: 'Hello' }] });
    const headers = { 'content-type': 'application/json' };
    const answer = await served.ask('/v1/chat/completions', { method: 'POST', body, headers });
    assert.match(await answer.text(), /Grüße/);
    assert.equal((await loggedIn(folder)).posts.at(-1)?.[1]?.body, ofOpenAi);
    await server.close();
  });

  it('says that there is no reply where there is none, and when it cannot write', async () => {
    await using root = await tempRoot({ file: '' });
    const server = await byteServer(ofOpenAi);
    const args = (folder: string) => [
      ...['--root', root.path, '--provider', 'openai', '--base-url', `${server.url}/v1`, '--model', 'm'],
      ...['--log-requests', path.join(root.path, folder), 'Hello'],
    ];
    const unwritten = await runConverse(args('file'));
    assert.match(
      unwritten.stderr,
      /Can’t write into the folder of --log-requests\. Choose another one\. EEXIST/,
    );
    assert.deepEqual([unwritten.code, unwritten.stdout.trim()], [0, 'Grüße.']);
    await server.close();
    await runConverse(args('log'));
    const { files } = await loggedIn(path.join(root.path, 'log'));
    assert.ok(files.some(({ name, head }) => name.endsWith('.reply.http') && /^No reply \(/.test(head)));
  });
});
