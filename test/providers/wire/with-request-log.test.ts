import assert from 'node:assert/strict';
import type { Exchange } from '../../../src/converser/words/models/request-log.ts';
import { streamOf } from '../../../src/providers/wire/byte-reader.ts';
import { fetchFor, withRequestLog } from '../../../src/providers/wire/with-request-log.ts';

const bytes = (text: string) => new TextEncoder().encode(text);
const origin = { conversation: 'c', turn: 't', round: 2 };

async function logged(respond: typeof fetch, body: RequestInit['body'] = 'asked') {
  const exchanges: Exchange[] = [];
  let ends = 0;
  const { fetch: send = fetch } = withRequestLog({
    id: 'p',
    label: 'P',
    key: async () => undefined,
    fetch: respond,
    requests(exchange) {
      exchanges.push(exchange);
      return () => void ends++;
    },
  });
  const url = 'http://x.test/v1';
  const asked = fetchFor({ canisters: [], tools: [], origin }, send);
  const heard = await asked(url, { method: 'POST', ...(body && { body }) })
    .then(response => response.text())
    .catch(String);
  const [{ request, reply, ...rest }] = exchanges as [Exchange];
  const text = (pieces: readonly Uint8Array[]) => Buffer.concat(pieces).toString();
  return {
    heard,
    sent: `${request.first} ${text(request.pieces)}`,
    first: reply.first,
    got: text(reply.pieces),
    ends,
    rest,
  };
}

describe('a request that is logged', () => {
  const bodies = { string: 'asked', bytes: bytes('asked'), stream: streamOf([bytes('as'), bytes('ked')]) };
  for (const [what, body] of Object.entries(bodies))
    it(`has its origin, and its body as ${what}`, async () => {
      const { sent, rest } = await logged(async () => new Response('ok'), body);
      assert.deepEqual([sent, rest], ['POST http://x.test/v1 asked', { origin }]);
    });

  const breaking = () =>
    new ReadableStream({
      start: controller => controller.enqueue(bytes('half')),
      pull: controller => controller.error(new Error('terminated')),
    });
  const replies: readonly (readonly [what: string, respond: typeof fetch, ...expected: string[]])[] = [
    ['whole', async () => new Response('ok', { statusText: 'OK' }), '200 OK', 'ok'],
    ['an error', async () => new Response('[no]', { status: 400 }), '400 ', '[no]'],
    ['empty', async () => new Response(null, { status: 204 }), '204 ', ''],
    ['broken off', async () => new Response(breaking()), '200  (terminated)', 'half'],
    ['none', async () => Promise.reject(new Error('refused')), 'No reply (refused)', ''],
  ];
  for (const [what, respond, first, got] of replies)
    it(`has its reply: ${what}`, async () => {
      const { heard, ...log } = await logged(respond);
      assert.deepEqual([log.first, log.got], [first, got]);
      assert.ok(log.ends > 0);
      assert.ok(heard === got || heard.startsWith('Error: '));
    });
});
