import assert from 'node:assert/strict';
import { serverErrors } from '../../../../src/converser/ensemble/server-errors.ts';
import type { ServerDefinition } from '../../../../src/ensembles/mcp/definition/server-definition.ts';
import { createMcpEnsemble, type McpEnsemble } from '../../../../src/ensembles/mcp/ensemble/mcp-ensemble.ts';
import { createFakeHost } from '../../../fakes/fake-host.ts';
import { type HttpListener, listen } from '../../../fakes/mcp/http-listener.ts';
import { until } from '../../until.ts';
import { call, texts } from '../call.ts';
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
    it(`waits for as long as they take (${asking}), and starts then`, async () => {
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
      await connecting;
      assert.equal(ensemble.server, 'starting', 'The turn has left, and the question stands.');
      answered.resolve();
      await until(ensemble.onDidChange, () => ensemble.state.status === 'ready');
      assert.deepEqual(texts(await call(ensemble, 'ok')), ['ok {}']);
    });
  }

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
    await running;
    answered.resolve(undefined);
    await clock.advance(0);
    await clock.advance(119_000);
    assert.equal(ensemble.server, 'starting');
    await clock.advance(1_000);
    await until(ensemble.onDidChange, () => ensemble.server === 'stopped');
    assert.match(
      ensemble.state.status === 'failed' ? ensemble.state.error.message : '',
      /Didn't start within 2 min/,
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
