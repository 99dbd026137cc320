import assert from 'node:assert/strict';
import { createMcpHandler, fromJsonSchema, McpServer } from '@modelcontextprotocol/server';
import { listeners } from '../../../../src/converser/ground/async/listeners.ts';
import type { Clock } from '../../../../src/converser/ground/ports.ts';
import { createSystemClock } from '../../../../src/converser/ground/system-ports.ts';
import type { McpEnsemble } from '../../../../src/ensembles/mcp/ensemble/mcp-ensemble.ts';
import { eventually } from '../../../eventually.ts';
import { listenWith } from '../../../fakes/mcp/http-listener.ts';
import { endsOfTest, ensemblesOfTest } from '../ends.ts';
import { define, never } from '../servers.ts';

const clock = 'demo://clock';

/**
 * Since 2026 a server tells of changes over streams that its clients open. Proxies end such streams when nothing has
 * come for a while, and so does a server that is started anew behind its address.
 */
describe('a stream over which a server tells of changes, and that has ended', () => {
  const ends = endsOfTest();
  const make = ensemblesOfTest(ends);

  async function connected() {
    const offered = { tools: ['first'] };
    const handler = createMcpHandler(() => serverWith(offered.tools), { legacy: 'reject' });
    const streams = await cuttable(request => handler.fetch(request));
    const limits = { backOff: 10, debounce: 1 };
    const transport = { kind: 'http', url: `${streams.url}/mcp`, headers: {} } as const;
    const slept: number[] = [];
    const system = createSystemClock();
    const sleep: Clock['sleep'] = (ms, signal) => {
      slept.push(ms);
      return system.sleep(ms, signal);
    };
    ends.push(streams.close, () => handler.close());
    const { ensemble } = make(define(transport), { limits, clock: { ...system, sleep } });
    await ensemble.connect(never());
    await streams.opened(1);
    return { ensemble, handler, streams, offered, slept };
  }

  const offers = (ensemble: McpEnsemble, name: string) =>
    eventually(ensemble.onDidChange, () => ensemble.invokers.some(invoker => invoker.name === name));

  it('is reopened, and changes in between are read', async () => {
    const { ensemble, handler, streams, offered } = await connected();
    const lists: string[] = [];
    ensemble.onDidChangeList(list => lists.push(list));
    offered.tools = ['first', 'second'];
    streams.cut();
    await offers(ensemble, 'second');
    await streams.opened(2);
    offered.tools = ['third'];
    handler.notify.toolsChanged();
    await offers(ensemble, 'third');
    assert.ok(lists.includes('resources'));
    assert.equal(ensemble.server, 'running');
  });

  it('is reopened after longer and longer waits if it keeps ending, and not at all once nobody listens', async () => {
    const { ensemble, streams, slept } = await connected();
    for (const opened of [2, 3, 4]) {
      streams.cut();
      await streams.opened(opened);
    }
    const waits = () => slept.filter(ms => [10, 20, 40, 80].includes(ms));
    assert.deepEqual(waits(), [10, 20, 40]);
    await ensemble.disconnect();
    assert.deepEqual(waits(), [10, 20, 40]);
  });

  it('is reopened for a watched resource', async () => {
    const { ensemble, handler, streams } = await connected();
    const told = Promise.withResolvers<void>();
    await ensemble.watchResource(clock, told.resolve, never());
    await streams.opened(2);
    streams.cut();
    await streams.opened(4);
    handler.notify.resourceUpdated(clock);
    await told.promise;
  });
});

function serverWith(tools: readonly string[]): McpServer {
  const capabilities = { tools: { listChanged: true }, resources: { subscribe: true, listChanged: true } };
  const server = new McpServer({ name: 'changing', version: '1.0.0' }, { capabilities });
  const inputSchema = fromJsonSchema({ type: 'object', properties: {} });
  for (const name of tools) server.registerTool(name, { inputSchema }, () => ({ content: [] }));
  server.registerResource('clock', clock, {}, async uri => ({ contents: [{ uri: uri.href, text: 'tick' }] }));
  return server;
}

/** Puts a handler behind a socket, and something in between that ends the streams of changes. */
async function cuttable(handle: (request: Request) => Promise<Response>) {
  const open = new Set<TransformStreamDefaultController<Uint8Array>>();
  const opening = listeners<void>();
  let count = 0;
  const listener = await listenWith(async request => {
    const isListening = (await request.clone().text()).includes('"subscriptions/listen"');
    const response = await handle(request);
    if (!isListening || response.body === null) return response;
    const start = (controller: TransformStreamDefaultController<Uint8Array>) => void open.add(controller);
    const pipe = new TransformStream<Uint8Array, Uint8Array>({ start });
    count++;
    opening.fire();
    return new Response(response.body.pipeThrough(pipe), response);
  });
  return {
    url: listener.url,
    close: listener.close,
    /** Resolves when so many have been opened since the beginning. */
    opened: (wanted: number) => eventually(opening.listen, () => count >= wanted),
    cut() {
      for (const controller of open) controller.terminate();
      open.clear();
    },
  };
}
