import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer, get, type IncomingMessage, type ServerResponse } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { flowing } from '../../src/converser/ground/async/flow.ts';
import { flowOfBody } from '../../src/converser/ground/async/flow-of-body.ts';
import type { Answer } from '../../src/gateway/answer.ts';
import { sendAnswer } from '../../src/gateway/send-answer.ts';

const pieces = 64;
const piece = new Uint8Array(256 * 1024);

describe('a stream that the gateway sends', () => {
  /** Runs `serve` for one request, and resolves with what the client got. */
  async function served(serve: (outgoing: ServerResponse) => Promise<void>): Promise<number> {
    const server = createServer((_incoming, outgoing) => void serve(outgoing));
    await once(server.listen(0, '127.0.0.1'), 'listening');
    try {
      const request = get({ port: (server.address() as AddressInfo).port, agent: false });
      const [answer] = (await once(request, 'response')) as [IncomingMessage];
      let size = 0;
      for await (const each of answer) size += (each as Buffer).length;
      return size;
    } finally {
      server.close();
    }
  }

  function streamOf(count: number, onCancel = () => {}): Answer {
    let left = count;
    const pull = (controller: ReadableStreamDefaultController<Uint8Array>) =>
      left-- > 0 ? controller.enqueue(piece) : controller.close();
    const body = new ReadableStream({ pull, cancel: onCancel }, { highWaterMark: 0 });
    return { status: 200, headers: { 'content-type': 'text/event-stream' }, body: flowOfBody(body) };
  }

  it('leaves no listener behind, however often it waits for a slow client', async () => {
    const before = { waits: 0, close: 0 };
    const size = await served(async outgoing => {
      outgoing.on('drain', () => {
        before.waits++;
        before.close = Math.max(before.close, outgoing.listenerCount('close'));
      });
      sendAnswer(streamOf(pieces), outgoing);
    });
    assert.equal(size, pieces * piece.length);
    assert.ok(before.waits > 10, `${before.waits} waits`);
    assert.ok(before.close <= 6, `${before.close} listeners`);
  });

  it('is left at once where the client has gone before it begins', async () => {
    const cancelled = Promise.withResolvers<void>();
    await assert.rejects(
      served(async outgoing => {
        outgoing.destroy();
        await once(outgoing, 'close');
        sendAnswer(streamOf(pieces, cancelled.resolve), outgoing);
      }),
    );
    await cancelled.promise;
  });

  it('goes out in one piece with its head, if its first words and its end are there', async () => {
    const server = createServer((_incoming, outgoing) => {
      const flow = flowing({
        begin: () => ['Hello, '],
        pull: ({ take }) => take(['world.'], true),
        leave: async () => {},
      });
      sendAnswer({ status: 200, headers: {}, body: flow.flow }, outgoing);
    });
    await once(server.listen(0, '127.0.0.1'), 'listening');
    const socket = connect((server.address() as AddressInfo).port, '127.0.0.1');
    socket.write('GET / HTTP/1.1\r\nhost: localhost\r\n\r\n');
    const [piece] = (await once(socket, 'data')) as [Buffer];
    assert.match(String(piece), /^HTTP\/1\.1 200 .*Hello, .*world\..*\r\n0\r\n\r\n$/s);
    socket.destroy();
    server.close();
  });
});
