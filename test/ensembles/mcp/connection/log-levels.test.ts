import assert from 'node:assert/strict';
import { createMcpHandler } from '@modelcontextprotocol/server';
import { listeners } from '../../../../src/converser/ground/async/listeners.ts';
import type { LogLevel, LogLevels } from '../../../../src/ensembles/mcp/connection/connection-ports.ts';
import type { ServerTransport } from '../../../../src/ensembles/mcp/definition/server-definition.ts';
import { listenWith } from '../../../fakes/mcp/http-listener.ts';
import { createLoggingServer } from '../../../fakes/mcp/logging-server.ts';
import { call } from '../call.ts';
import { ensemblesOfTest } from '../ends.ts';
import { define, fakeProgram, never, serverProgram, stdio } from '../servers.ts';

/** What a person has set, and sets otherwise. */
function levelsAt(first: LogLevel) {
  const changes = listeners<void>();
  let level = first;
  return {
    of: () => level,
    onDidChange: changes.listen,
    set(next: LogLevel) {
      level = next;
      changes.fire();
    },
  };
}

/** Starts servers that are gone when their test is over. Call it inside a `describe`. */
function trials() {
  const make = ensemblesOfTest();
  return async (transport: ServerTransport, logLevels?: LogLevels) => {
    const { ensemble, ports } = make(define(transport), logLevels === undefined ? {} : { logLevels });
    const from = (who: string) => ports.logged.filter(line => line.from === who).map(({ text }) => text);
    let read = 0;
    await ensemble.connect(never());
    assert.equal(ensemble.state.status, 'ready', JSON.stringify(ensemble.state));
    return {
      ensemble,
      /** What the server has logged since this was asked last. */
      logged() {
        const fresh = from('server').slice(read);
        read += fresh.length;
        return fresh;
      },
      /** What has been said about the server by us. */
      complaints: () => from('host'),
    };
  };
}

const fromWarning = ['warning', 'error', 'critical', 'alert', 'emergency'];
const all = ['debug', 'info', 'notice', ...fromWarning];
const old = stdio(fakeProgram('logging-stdio.ts'), '--old');

describe('the level of the log of a server of the older era', function () {
  this.timeout(120_000);
  const attempt = trials();

  it('is sent to the reference server at each start and after each change', async () => {
    const levels = levelsAt('warn');
    const reference = stdio(serverProgram('everything'), 'stdio');
    const { ensemble, logged, complaints } = await attempt(reference, levels);
    // It logs as information that somebody watches something.
    const watch = (id: number) =>
      ensemble.watchResource(`demo://resource/dynamic/text/${id}`, () => {}, never());
    await watch(1);
    assert.deepEqual(logged(), []);
    levels.set('info');
    await watch(2);
    assert.match(logged().join(), /^Received Subscribe Resource request.*text\/2/);
    levels.set('error');
    await watch(3);
    assert.deepEqual(logged(), []);
    await ensemble.restart(never());
    await watch(4);
    assert.deepEqual(logged(), []);
    assert.deepEqual(complaints(), []);
  });

  it('is the last one that was set, however fast it changes', async () => {
    const levels = levelsAt('debug');
    const { ensemble, logged } = await attempt(old, levels);
    await call(ensemble, 'log');
    assert.deepEqual(logged(), all);
    for (const level of ['off', 'info', 'debug', 'error', 'warn'] as const) levels.set(level);
    // What is set while one is being told is told after the answer to that, which comes before this one's.
    await call(ensemble, 'log');
    logged();
    await call(ensemble, 'log');
    assert.deepEqual(logged(), fromWarning);
  });

  it('is the lowest possible one if the log is off', async () => {
    const { ensemble, logged } = await attempt(old, levelsAt('off'));
    await call(ensemble, 'log');
    assert.deepEqual(logged(), ['emergency']);
  });

  it('is left to the server if the host sets none', async () => {
    const { ensemble, logged } = await attempt(old);
    await call(ensemble, 'log');
    assert.deepEqual(logged(), all);
  });

  it('is not sent to a server that does not log', async () => {
    const levels = levelsAt('info');
    const program = stdio(serverProgram('filesystem'), import.meta.dirname);
    const { ensemble, complaints } = await attempt(program, levels);
    levels.set('debug');
    await call(ensemble, 'list_allowed_directories');
    assert.deepEqual(complaints(), []);
  });

  it('may be refused by a server, which is logged and does no harm', async () => {
    const stubborn = stdio(fakeProgram('logging-stdio.ts'), '--old', '--stubborn');
    const { ensemble, logged, complaints } = await attempt(stubborn, levelsAt('warn'));
    await call(ensemble, 'log');
    assert.deepEqual(logged(), all);
    assert.match(complaints().join(), /^Setting its log level failed: .*Nobody tells me/);
  });
});

for (const way of ['a process', 'HTTP'] as const) {
  describe(`the level of the log of a server of the newer era, over ${way}`, function () {
    this.timeout(120_000);
    const attempt = trials();
    let transport: ServerTransport;
    let close = async () => {};

    before(async () => {
      if (way === 'a process') {
        transport = stdio(fakeProgram('logging-stdio.ts'));
        return;
      }
      const handler = createMcpHandler(() => createLoggingServer(), { legacy: 'reject' });
      const listener = await listenWith(handler.fetch);
      transport = { kind: 'http', url: `${listener.url}/mcp`, headers: {} };
      close = async () => {
        await handler.close();
        await listener.close();
      };
    });
    after(() => close());

    it('is sent with each request, as it is at that time', async () => {
      const levels = levelsAt('warn');
      const { ensemble, logged } = await attempt(transport, levels);
      await call(ensemble, 'log');
      assert.deepEqual(logged(), fromWarning);
      await ensemble.writePrompt({ name: 'log' }, never());
      assert.deepEqual(logged(), fromWarning);
      levels.set('debug');
      await call(ensemble, 'log');
      assert.deepEqual(logged(), all);
      levels.set('off');
      await call(ensemble, 'log');
      assert.deepEqual(logged(), []);
      levels.set('error');
      await ensemble.restart(never());
      await call(ensemble, 'log');
      assert.deepEqual(logged(), fromWarning.slice(1));
    });

    it('is not sent if the host sets none, so that nothing is logged', async () => {
      const { ensemble, logged } = await attempt(transport);
      await call(ensemble, 'log');
      assert.deepEqual(logged(), []);
    });
  });
}
