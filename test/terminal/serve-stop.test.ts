import assert from 'node:assert/strict';
import { connect } from 'node:net';
import { chunk, sendEvent, startEvents, startOpenAiServer } from '../fakes/openai-server.ts';
import { openAiAt } from '../gateway/support/vendor-clients.ts';
import { tempRoot } from './run-converse.ts';
import { type RunningServe, startServe } from './start-serve.ts';

/** Milliseconds. Far more than the two seconds that a person would wait, since the machine may be busy. */
const soon = 15_000;

async function ended({ ran }: RunningServe): Promise<number | null> {
  const started = performance.now();
  const { code } = await ran;
  assert.ok(performance.now() - started < soon, 'It went on for too long.');
  return code;
}

/** A server whose model says a word, and then nothing for ever. */
function startSilentServer() {
  return startOpenAiServer(response => {
    startEvents(response);
    sendEvent(response, chunk({ content: 'Well' }));
  });
}

const from = ({ url }: { readonly url: string }) => ['--provider', 'openai', '--base-url', url];
const hello = { model: 'test-model', messages: [{ role: 'user' as const, content: 'Hello' }] };

describe('Ctrl+C ends npm run converse serve', () => {
  it('with a last word to whoever reads a stream, and no word of it at the provider', async () => {
    const server = await startSilentServer();
    await using root = await tempRoot();
    await using served = await startServe([...from(server), '--root', root.path]);
    const stream = await openAiAt(served).chat.completions.create({ ...hello, stream: true });
    const words: (string | null | undefined)[] = [];
    await assert.rejects(async () => {
      for await (const { choices } of stream) {
        const word = choices[0]?.delta.content;
        if (word) words.push(word);
        if (word === 'Well') served.kill('SIGINT');
      }
    }, /Stopped\./);
    assert.deepEqual(words, ['Well']);
    await server.received.at(-1)?.closed;
    assert.equal(await ended(served), 130);
    await server.close();
  });

  it('with a status for whoever waits for a whole reply', async () => {
    const server = await startSilentServer();
    await using root = await tempRoot();
    await using served = await startServe([...from(server), '--root', root.path]);
    const asked = served.ask('/v1/chat/completions', { method: 'POST', body: JSON.stringify(hello) });
    while (!(await server.nextRequest()).url.endsWith('/completions'));
    served.kill('SIGTERM');
    const response = await asked;
    assert.ok(response.status >= 400, String(response.status));
    assert.match(await response.text(), /Stopped\./);
    assert.equal(await ended(served), 143);
    await server.close();
  });

  it('also when clients hang: one that never reads, one that never ends its request', async () => {
    const server = await startOpenAiServer(response => {
      startEvents(response);
      // More than the buffers of two connections hold.
      for (let count = 0; count < 200; count++) sendEvent(response, chunk({ content: 'x'.repeat(100_000) }));
    });
    await using root = await tempRoot();
    await using served = await startServe([...from(server), '--root', root.path]);
    const port = Number(new URL(served.baseUrl).port);
    const body = JSON.stringify({ ...hello, stream: true });
    const head = (length: number) =>
      `POST /v1/chat/completions HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\nAuthorization: Bearer ${served.key}\r\nContent-Type: application/json\r\nContent-Length: ${length}\r\n\r\n`;
    const deaf = connect(port, '127.0.0.1').on('error', () => {});
    deaf.pause().write(head(body.length) + body);
    const slow = connect(port, '127.0.0.1').on('error', () => {});
    slow.write(head(1000) + body);
    while (!(await server.nextRequest()).url.endsWith('/completions'));
    served.kill('SIGINT');
    assert.equal(await ended(served), 130);
    deaf.destroy();
    slow.destroy();
    await server.close();
  });
});
