import assert from 'node:assert/strict';
import type { RequestListener } from 'node:http';
import { Client } from '@modelcontextprotocol/client';
import { createUserTime } from '../../../../src/converser/call/invocation/user-time.ts';
import { ordinaryServerLimits } from '../../../../src/ensembles/mcp/connection/connection-ports.ts';
import type { ServerConnection } from '../../../../src/ensembles/mcp/connection/server-connection.ts';
import type { ServerDefinition } from '../../../../src/ensembles/mcp/definition/server-definition.ts';
import { RestartableServer } from '../../../../src/ensembles/mcp/server/restartable-server.ts';
import { eventually } from '../../../eventually.ts';
import { createFakeHost } from '../../../fakes/fake-host.ts';
import { listen } from '../../../fakes/mcp/http-listener.ts';
import { createMemoryLists } from '../../../fakes/memory-lists.ts';
import { attempt, call, texts, whyFailed } from '../call.ts';
import { endsOfTest, ensemblesOfTest } from '../ends.ts';
import { define, misbehaving, never, type SomePorts, signInsBy } from '../servers.ts';

const tenMinutes = 600_000;

describe('a server whose start waits for a person', () => {
  const ends = endsOfTest();
  const make = ensemblesOfTest(ends);
  const create = (definition: ServerDefinition, more: SomePorts) =>
    make(definition, { limits: { shutdown: 200 }, ...more }).ensemble;

  /** Somebody who is asked to approve it, and takes their time. */
  function person() {
    const asked = Promise.withResolvers<void>();
    const answered = Promise.withResolvers<undefined>();
    const approve = () => {
      asked.resolve();
      return answered.promise;
    };
    return { asked: asked.promise, approve, answer: () => answered.resolve(undefined) };
  }

  /** Servers whose tools are known from the last time, so that they start with the first call. */
  async function seen() {
    const memory = createMemoryLists();
    const first = create(define(misbehaving()), { memory });
    await first.connect(never());
    await first.disconnect();
    return memory;
  }

  async function listening(listener: RequestListener) {
    const { url, close } = await listen(listener);
    ends.push(close);
    return define({ kind: 'http', url: `${url}/mcp`, headers: {} });
  }

  for (const asking of ['approve', 'fillIn'] as const) {
    it(`waits for as long as they take (${asking}), and so do those who need it`, async () => {
      const { clock } = createFakeHost();
      const { asked, approve, answer } = person();
      const fillIn = async (definition: ServerDefinition) => approve().then(() => definition);
      const ports = { clock, ...(asking === 'approve' ? { approve } : { fillIn }) };
      const ensemble = create(define(misbehaving()), ports);
      const connecting = ensemble.connect(never());
      await asked;
      await clock.advance(tenMinutes);
      assert.deepEqual([ensemble.state.status, ensemble.server], ['connecting', 'starting']);
      answer();
      await connecting;
      assert.equal(ensemble.state.status, 'ready');
      assert.deepEqual(texts(await call(ensemble, 'ok')), ['ok {}']);
    });
  }

  it('is left by a turn that is stopped, while the question stands', async () => {
    const { asked, approve, answer } = person();
    const ensemble = create(define(misbehaving()), { approve });
    const stop = new AbortController();
    const connecting = ensemble.connect(stop.signal);
    await asked;
    stop.abort();
    await connecting;
    assert.match(whyFailed(ensemble), /^Waiting for your answer/);
    answer();
    await eventually(ensemble.onDidChange, () => ensemble.state.status === 'ready');
  });

  it('takes no time from the call that starts it, however long the user reads', async () => {
    const { clock } = createFakeHost();
    const memory = await seen();
    const { asked, approve, answer } = person();
    const ensemble = create(define(misbehaving()), { clock, memory, approve });
    await ensemble.connect(never());
    assert.deepEqual([ensemble.state.status, ensemble.server], ['ready', 'stopped']);
    const attempted = attempt(ensemble, 'ok', clock);
    await asked;
    for (let minute = 0; minute < 20; minute++) await clock.advance(60_000);
    answer();
    assert.equal((await attempted).kind, 'returned', JSON.stringify(await attempted));
  });

  it('fails the call that needs it as not allowed when the user says no, with nothing to wait for', async () => {
    const { clock } = createFakeHost();
    const memory = await seen();
    const ensemble = create(define(misbehaving()), { clock, memory, approve: async () => 'Not now.' });
    for (let calls = 0; calls < 3; calls++) {
      await ensemble.connect(never());
      assert.equal(ensemble.state.status, 'ready', 'its tools are known');
      const attempted = await attempt(ensemble, 'ok', clock);
      assert.deepEqual(attempted.kind === 'failed' && attempted.failure, {
        kind: 'permission',
        message: 'MCP server tried needs your approval to start. Not now.',
        advice: 'Do without it, or ask the user to approve it.',
      });
    }
  });

  it('has its full time to start after the answer', async () => {
    const { clock } = createFakeHost();
    const { asked, approve, answer } = person();
    const ensemble = create(await listening(() => {}), { clock, approve });
    const running = ensemble.connect(never());
    await asked;
    await clock.advance(tenMinutes);
    answer();
    await clock.advance(0);
    await clock.advance(119_000);
    await running;
    assert.equal(ensemble.server, 'starting');
    await clock.advance(1_000);
    await eventually(ensemble.onDidChange, () => ensemble.server === 'stopped');
    assert.match(whyFailed(ensemble), /Didn’t start within 2 min/);
  });

  it('is given up at once while somebody signs in', async () => {
    const asked = Promise.withResolvers<void>();
    const shut = await listening((_incoming, outgoing) => outgoing.writeHead(401).end());
    const signIn = () => {
      asked.resolve();
      return new Promise<never>(() => {});
    };
    const ensemble = create(shut, { signIns: signInsBy({ canHelp: () => true, signIn }) });
    const connecting = ensemble.connect(never());
    await asked.promise;
    await ensemble.disconnect();
    await connecting;
    assert.deepEqual([ensemble.state.status, ensemble.server], ['disconnected', 'stopped']);
  });
});

const { settled } = ordinaryServerLimits;

/** A connection that nobody closes at the other end, as over HTTP. */
function createConnection(): ServerConnection {
  const ended = Promise.withResolvers<string>();
  return {
    client: new Client({ name: 'tried', version: '1' }),
    ended: ended.promise,
    close: async () => ended.resolve(''),
  };
}

describe('connections that turn out to be of no use', () => {
  /** How long the server is left alone after three of them, each of which was good for so many milliseconds. */
  async function restAfterThree(good: number): Promise<number> {
    const { clock } = createFakeHost();
    const server = new RestartableServer({
      ...{ name: 'tried', clock, userTime: createUserTime(clock), limits: ordinaryServerLimits },
      open: async () => createConnection(),
      redact: reason => reason,
      log: () => {},
    });
    for (let lost = 0; lost < 3; lost++) {
      await clock.advance(server.rest);
      const connection = await server.run();
      await clock.advance(good);
      server.drop(connection, 'The network is gone.');
    }
    return server.rest;
  }

  it('do not count as failures in a row if each lasted a while', async () => {
    assert.equal(await restAfterThree(settled), 0);
  });

  it('delay the next start longer and longer if none lasted', async () => {
    assert.equal(await restAfterThree(settled - 1), 2 * ordinaryServerLimits.backOff);
  });
});
