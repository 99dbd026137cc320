import assert from 'node:assert/strict';
import type { Exchange } from '../../../src/converser/words/models/request-log.ts';
import { exchangeOf } from '../../../src/providers/wire/connection-exchange.ts';
import { responseOf } from '../../../src/providers/wire/fetch-exchange.ts';
import { withRequestLog } from '../../../src/providers/wire/with-request-log.ts';

const bytes = (text: string) => new TextEncoder().encode(text);
const origin = { conversation: 'c', turn: 't', round: 2 };

async function logged(respond: typeof fetch, pieces: readonly Uint8Array<ArrayBuffer>[] = [bytes('asked')]) {
  const exchanges: Exchange[] = [];
  let ends = 0;
  const connection = withRequestLog({
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
  const heard = await exchangeOf(connection)({ url, method: 'POST', headers: {}, pieces, origin })
    .then(answer => responseOf(answer).text())
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
  for (const pieces of [[bytes('asked')], [bytes('as'), bytes('ked')]])
    it(`has its origin, and its body in ${pieces.length}`, async () => {
      const { sent, rest } = await logged(async () => new Response('ok'), pieces);
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
