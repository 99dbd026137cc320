import assert from 'node:assert/strict';
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:net';
import { createMcpHandler } from '@modelcontextprotocol/server';
import type { JsonObject } from '../../../../src/converser/ground/json/json.ts';
import type {
  HttpServer,
  ServerTransport,
} from '../../../../src/ensembles/mcp/definition/server-definition.ts';
import { ensembleContract } from '../../../contracts/ensemble-contract.ts';
import { listenWith } from '../../../fakes/mcp/http-listener.ts';
import { createModernServer } from '../../../fakes/mcp/modern-server.ts';
import { createTempFolder } from '../../temp-folder.ts';
import { call, texts } from '../call.ts';
import { endsOfTest, ensemblesOfTest } from '../ends.ts';
import { define, fakeProgram, misbehaving, never, serverProgram, stdio } from '../servers.ts';

const limits = { shutdown: 500 };

interface Peer {
  readonly transport: ServerTransport;
  /** What a tool of it says. Absent: it has one that says everything again. */
  readonly says?: Said;
  /** Nobody serves this one. */
  readonly wrong: ServerTransport;
  readonly dispose?: () => Promise<void>;
}

interface Said {
  readonly name: string;
  readonly args: JsonObject;
  readonly text: string;
}

const echo: Said = { name: 'echo', args: { message: 'hi' }, text: 'Echo: hi' };

interface Kind {
  readonly name: string;
  readonly version: RegExp;
  readonly start: () => Promise<Peer>;
}

const nobody = (kind: HttpServer['kind']): HttpServer => ({
  kind,
  url: 'http://127.0.0.1:9/mcp',
  headers: {},
});

const everythingAt = {
  streamableHttp: { kind: 'http', path: '/mcp' },
  sse: { kind: 'sse', path: '/sse' },
} as const;

const kinds: readonly Kind[] = [
  {
    name: 'over stdio, of the older era',
    version: /^2025-/,
    start: async () => ({
      transport: stdio(serverProgram('everything'), 'stdio'),
      wrong: misbehaving('--exit'),
    }),
  },
  { name: 'over stdio that reads files', version: /^2025-/, start: startFilesystem },
  { name: 'over stdio that remembers', version: /^2025-/, start: startMemory },
  {
    name: 'over stdio, of the newer era',
    version: /^2026-07-28$/,
    start: async () => ({
      transport: stdio(fakeProgram('modern-stdio.ts')),
      wrong: { kind: 'stdio', command: '/nowhere/at-all', args: [], env: {} },
    }),
  },
  {
    name: 'over Streamable HTTP, of the older era',
    version: /^2025-/,
    start: () => startEverything('streamableHttp', everythingAt.streamableHttp),
  },
  {
    name: 'over Streamable HTTP, of the newer era',
    version: /^2026-07-28$/,
    async start() {
      const handler = createMcpHandler(createModernServer, { legacy: 'reject' });
      const listener = await listenWith(handler.fetch);
      return {
        transport: { kind: 'http', url: `${listener.url}/mcp`, headers: {} },
        wrong: nobody('http'),
        async dispose() {
          await handler.close();
          await listener.close();
        },
      };
    },
  },
  {
    name: 'over HTTP with SSE',
    version: /^202[45]-/,
    start: () => startEverything('sse', everythingAt.sse),
  },
  {
    name: 'over HTTP with SSE, found by asking for Streamable HTTP',
    version: /^202[45]-/,
    start: () => startEverything('sse', { kind: 'http', path: '/sse' }),
  },
];

for (const kind of kinds) {
  describe(`an MCP server ${kind.name}`, () => {
    let peer: Peer;
    before(async () => {
      peer = await kind.start();
    });
    after(() => peer.dispose?.());

    const make = ensemblesOfTest();
    const create = async (transport: ServerTransport) => make(define(transport), { limits }).ensemble;

    ensembleContract(kind.name, {
      create: () => create(peer.transport),
      createFailing: () => create(peer.wrong),
    });

    it('is spoken to in its newest version, and called', async () => {
      const ensemble = await create(peer.transport);
      await ensemble.connect(never());
      assert.match(ensemble.manifest?.protocolVersion ?? '', kind.version);
      const { name, args, text } = peer.says ?? echo;
      assert.deepEqual(texts(await call(ensemble, name, { args })), [text]);
      await ensemble.disconnect();
      assert.equal(ensemble.server, 'stopped');
    });
  });
}

describe('an MCP server that knows only the newest specification', () => {
  const make = ensemblesOfTest();

  it('connects even if it starts so late that it is taken for an old one at first', async () => {
    const definition = define(stdio(fakeProgram('modern-stdio.ts')));
    const { ensemble } = make(definition, { limits: { ...limits, probe: 1 } });
    await ensemble.connect(never());
    assert.deepEqual(ensemble.state, { status: 'ready' });
    assert.equal(ensemble.manifest?.protocolVersion, '2026-07-28');
    assert.equal(ensemble.manifest?.instructions, 'Be brief.');
  });
});

describe('the reference server that is killed in mid-call', () => {
  const ends = endsOfTest();
  const make = ensemblesOfTest(ends);

  for (const mode of ['streamableHttp', 'sse'] as const) {
    it(`fails that call before its time limit, over ${mode}`, async () => {
      const peer = await startEverything(mode, everythingAt[mode]);
      ends.push(() => peer.dispose?.());
      const { ensemble } = make(define(peer.transport), { limits });
      await ensemble.connect(never());
      const begun = Promise.withResolvers<void>();
      // It would take longer than this test may.
      const args = { duration: 600, steps: 6_000 };
      const progress = () => begun.resolve();
      const long = call(ensemble, 'trigger-long-running-operation', { args, progress });
      long.catch(() => {});
      await begun.promise;
      await peer.dispose?.();
      await assert.rejects(long, { code: 'server-lost', retryable: true });
    });
  }
});

async function startFilesystem(): Promise<Peer> {
  const { path: folder, file, write, dispose } = await createTempFolder();
  await write('greeting.txt', 'Hello there.');
  return {
    transport: stdio(serverProgram('filesystem'), folder),
    wrong: stdio(serverProgram('filesystem'), file('nowhere')),
    says: { name: 'read_text_file', args: { path: file('greeting.txt') }, text: 'Hello there.' },
    dispose,
  };
}

async function startMemory(): Promise<Peer> {
  const { file, write, dispose } = await createTempFolder();
  const ada = { name: 'Ada', entityType: 'person', observations: ['counts'] };
  await write('memory.jsonl', JSON.stringify({ type: 'entity', ...ada }));
  const env = { MEMORY_FILE_PATH: file('memory.jsonl') };
  const text = JSON.stringify({ entities: [ada], relations: [] }, null, 2);
  return {
    transport: { kind: 'stdio', command: process.execPath, args: [serverProgram('memory')], env },
    wrong: stdio(file('no-server.js')),
    says: { name: 'read_graph', args: {}, text },
    dispose,
  };
}

async function startEverything(
  mode: 'sse' | 'streamableHttp',
  { kind, path }: { readonly kind: HttpServer['kind']; readonly path: string },
): Promise<Peer> {
  const port = await freePort();
  const child = spawn(process.execPath, [serverProgram('everything'), mode], {
    env: { ...process.env, PORT: String(port) },
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  await said(child, /running|listening/);
  return {
    transport: { kind, url: `http://127.0.0.1:${port}${path}`, headers: {} },
    wrong: nobody(kind),
    async dispose() {
      const ended = once(child, 'exit');
      if (child.kill('SIGKILL')) await ended;
    },
  };
}

/** It goes on writing afterwards, and would end if nobody read it. */
function said(child: ChildProcess, pattern: RegExp): Promise<void> {
  let text = '';
  return new Promise((resolve, reject) => {
    child.once('exit', () => reject(new Error(`It ended: ${text}`)));
    child.stderr?.on('data', chunk => {
      text += String(chunk);
      if (pattern.test(text)) resolve();
    });
  });
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  server.close();
  await once(server, 'close');
  return typeof address === 'object' && address !== null ? address.port : 0;
}
