import type { EnsembleRoster } from '../../../src/converser/words/ensemble/ensemble-roster.ts';
import { createModelRoster } from '../../../src/converser/words/models/model-roster.ts';
import type { Model } from '../../../src/converser/words/models/provider.ts';
import { createActivity } from '../../../src/gateway/activity.ts';
import { createGateway, type Gateway } from '../../../src/gateway/gateway.ts';
import { type Client, createClientKeys, keep, newKey } from '../../../src/gateway/guard/client-keys.ts';
import { listen } from '../../../src/gateway/listen.ts';
import type { FakeHost } from '../../fakes/fake-host.ts';
import { createFakePorts, type FakePortsOptions } from '../../fakes/fake-ports.ts';
import { type Answer, connectHttp, type Era, type TriedClient } from './clients.ts';

export interface OpenMcp extends AsyncDisposable {
  /** Such as `http://127.0.0.1:4100/mcp`. */
  readonly url: URL;
  /** Of two programs. */
  readonly keys: { readonly one: string; readonly other: string };
  readonly host: FakeHost;
  readonly roster: EnsembleRoster;
  readonly gateway: Gateway;
  /** Resolves once a client has opened the stream on which it hears of changes. */
  readonly listening: Promise<void>;
  /** Posts JSON as a client that has the key of `one`, unless the headers say otherwise. */
  post(body: unknown, headers?: Readonly<Record<string, string>>): Promise<Response>;
}

export interface McpSetUp extends FakePortsOptions {
  readonly models?: readonly Model[];
  /** What the other program may do. Default: everything. */
  readonly scopes?: Omit<Client, 'name'>;
}

export interface McpClient extends TriedClient {
  /** What it is a client of, until it is disposed. */
  readonly mcp: OpenMcp;
}

/** The first program, as a client of a gateway of its own. */
export async function openFor(era: Era, setUp: McpSetUp = {}, answer?: Answer): Promise<McpClient> {
  const mcp = await openMcp(setUp);
  const client = await connectHttp(era, mcp.url, mcp.keys.one, answer);
  return {
    ...client,
    mcp,
    async [Symbol.asyncDispose]() {
      await client[Symbol.asyncDispose]();
      await mcp[Symbol.asyncDispose]();
    },
  };
}

/** A gateway with `/mcp`, on a socket of its own, for two programs. */
export async function openMcp({ models = [], scopes = {}, ...options }: McpSetUp = {}): Promise<OpenMcp> {
  const shared = await createFakePorts(options);
  const { host, roster } = shared;
  const known = createModelRoster();
  for (const provider of new Set(models.map(model => model.provider))) {
    const own = models.filter(model => model.provider === provider);
    known.add({ id: provider, label: provider, models: async () => own });
  }
  const keys = { one: newKey(), other: newKey() };
  const kept = [keep(keys.one, { name: 'one' }), keep(keys.other, { ...scopes, name: 'other' })];
  const clientKeys = createClientKeys(() => kept);
  const activity = createActivity(host);
  const gateway = createGateway({ ports: shared, models: known, keys: clientKeys, activity });
  const heard = Promise.withResolvers<void>();
  const answerAndTell: Gateway['answer'] = async (asked, way) => {
    const answer = await gateway.answer(asked, way);
    const isListening = asked.headers.get('mcp-method') === 'subscriptions/listen';
    if (answer.status === 200 && (asked.method === 'GET' || isListening)) heard.resolve();
    return answer;
  };
  const door = await listen({ ...gateway, answer: answerAndTell }, { port: 0 });
  const url = new URL(`${door.baseUrl}/mcp`);
  return {
    ...{ url, keys, host, roster, gateway, listening: heard.promise },
    post: (body, headers = {}) =>
      fetch(url, {
        method: 'POST',
        body: typeof body === 'string' ? body : JSON.stringify(body),
        headers: {
          authorization: `Bearer ${keys.one}`,
          accept: 'application/json, text/event-stream',
          'content-type': 'application/json',
          ...headers,
        },
      }),
    async [Symbol.asyncDispose]() {
      await door.close();
      await roster.dispose();
    },
  };
}

/** What the protocol of 2026 wants in the `_meta` of each request. */
export function envelopeOf2026(capabilities: object) {
  return {
    'io.modelcontextprotocol/protocolVersion': '2026-07-28',
    'io.modelcontextprotocol/clientInfo': { name: 'x', version: '1' },
    'io.modelcontextprotocol/clientCapabilities': capabilities,
  };
}

/** What it wants in the headers of the call of a tool. */
export function headersOf2026(tool: string) {
  return { 'mcp-protocol-version': '2026-07-28', 'mcp-method': 'tools/call', 'mcp-name': tool };
}
