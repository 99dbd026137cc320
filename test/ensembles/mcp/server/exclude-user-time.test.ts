import assert from 'node:assert/strict';
import { serverErrors } from '../../../../src/converser/words/ensemble/server-errors.ts';
import type { ServerDefinition } from '../../../../src/ensembles/mcp/definition/server-definition.ts';
import { createMcpEnsemble, type McpEnsemble } from '../../../../src/ensembles/mcp/ensemble/mcp-ensemble.ts';
import { eventually } from '../../../eventually.ts';
import { createFakeHost } from '../../../fakes/fake-host.ts';
import { type HttpListener, listen } from '../../../fakes/mcp/http-listener.ts';
import { createMemoryLists } from '../../../fakes/memory-lists.ts';
import { attempt, call, texts } from '../call.ts';
import { createPorts, define, misbehaving, type SomePorts } from '../servers.ts';

const never = () => new AbortController().signal;
const tenMinutes = 600_000;

describe('a server whose start waits for a person', () => {
  const made: McpEnsemble[] = [];
  const listeners: HttpListener[] = [];
  afterEach(async () => {
    await Promise.all(made.splice(0).map(ensemble => ensemble.disconnect()));
    await Promise.all(listeners.splice(0).map(listener => listener.close()));
  });

  function create(definition: ServerDefinition, more: SomePorts) {
    const ensemble = createMcpEnsemble(definition, createPorts({ limits: { shutdown: 200 }, ...more }));
    made.push(ensemble);
    return ensemble;
  }

  for (const asking of ['approve', 'fillIn'] as const) {
    it(`waits for as long as they take (${asking}), and so do those who need it`, async () => {
      const { clock } = createFakeHost();
      const asked = Promise.withResolvers<void>();
      const answered = Promise.withResolvers<void>();
      const ask = async () => {
        asked.resolve();
        await answered.promise;
      };
      const ensemble = create(define(misbehaving()), {
        clock,
        ...(asking === 'approve'
          ? { approve: async () => void (await ask()) as undefined }
          : { fillIn: async (definition: ServerDefinition) => ask().then(() => definition) }),
      });
      const connecting = ensemble.connect(never());
      await asked.promise;
      await clock.advance(tenMinutes);
      assert.deepEqual([ensemble.state.status, ensemble.server], ['connecting', 'starting']);
      answered.resolve();
      await connecting;
      assert.equal(ensemble.state.status, 'ready');
      assert.deepEqual(texts(await call(ensemble, 'ok')), ['ok {}']);
    });
  }

  it('is left by a turn that is stopped, while the question stands', async () => {
    const asked = Promise.withResolvers<void>();
    const answered = Promise.withResolvers<undefined>();
    const approve = () => {
      asked.resolve();
      return answered.promise;
    };
    const ensemble = create(define(misbehaving()), { approve });
    const stop = new AbortController();
    const connecting = ensemble.connect(stop.signal);
    await asked.promise;
    stop.abort();
    await connecting;
    assert.match(
      ensemble.state.status === 'failed' ? ensemble.state.error.message : '',
      /^Waiting for your answer/,
    );
    answered.resolve(undefined);
    await eventually(ensemble.onDidChange, () => ensemble.state.status === 'ready');
  });

  it('takes no time from the call that starts it, however long the user reads', async () => {
    const { clock } = createFakeHost();
    const memory = createMemoryLists();
    const first = create(define(misbehaving()), { memory });
    await first.connect(never());
    await first.disconnect();
    const asked = Promise.withResolvers<void>();
    const answered = Promise.withResolvers<undefined>();
    const approve = () => {
      asked.resolve();
      return answered.promise;
    };
    const ensemble = create(define(misbehaving()), { clock, memory, approve });
    await ensemble.connect(never());
    assert.deepEqual([ensemble.state.status, ensemble.server], ['ready', 'stopped']);
    const attempted = attempt(ensemble, 'ok', clock);
    await asked.promise;
    for (let minute = 0; minute < 20; minute++) await clock.advance(60_000);
    answered.resolve(undefined);
    assert.equal((await attempted).kind, 'returned', JSON.stringify(await attempted));
  });

  it('fails the call that needs it as not allowed when the user says no, with nothing to wait for', async () => {
    const { clock } = createFakeHost();
    const memory = createMemoryLists();
    const first = create(define(misbehaving()), { memory });
    await first.connect(never());
    await first.disconnect();
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
    const silent = await listen(() => {});
    listeners.push(silent);
    const asked = Promise.withResolvers<void>();
    const answered = Promise.withResolvers<undefined>();
    const ensemble = create(define({ kind: 'http', url: silent.url, headers: {} }), {
      clock,
      approve: () => {
        asked.resolve();
        return answered.promise;
      },
    });
    const running = ensemble.connect(never());
    await asked.promise;
    await clock.advance(tenMinutes);
    answered.resolve(undefined);
    await clock.advance(0);
    await clock.advance(119_000);
    await running;
    assert.equal(ensemble.server, 'starting');
    await clock.advance(1_000);
    await eventually(ensemble.onDidChange, () => ensemble.server === 'stopped');
    assert.match(
      ensemble.state.status === 'failed' ? ensemble.state.error.message : '',
      /Didn’t start within 2 min/,
    );
  });

  it('is given up at once while somebody signs in', async () => {
    const shut = await listen((_incoming, outgoing) => outgoing.writeHead(401).end());
    listeners.push(shut);
    const asked = Promise.withResolvers<void>();
    const ensemble = create(define({ kind: 'http', url: `${shut.url}/mcp`, headers: {} }), {
      signIns: {
        forConnection: (definition, send) => ({
          authProvider: {
            token: async () => undefined,
            onUnauthorized: () => Promise.reject(serverErrors.signInNeeded(definition.name)),
          },
          fetch: send,
          canHelp: () => true,
          signIn: () => {
            asked.resolve();
            return new Promise(() => {});
          },
          settled: () => {},
        }),
      },
    });
    const connecting = ensemble.connect(never());
    await asked.promise;
    await ensemble.disconnect();
    await connecting;
    assert.deepEqual([ensemble.state.status, ensemble.server], ['disconnected', 'stopped']);
  });
});
