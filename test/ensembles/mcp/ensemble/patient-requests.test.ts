import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { createMcpHandler, WebStandardStreamableHTTPServerTransport } from '@modelcontextprotocol/server';
import { createMcpEnsemble, type McpEnsemble } from '../../../../src/ensembles/mcp/ensemble/mcp-ensemble.ts';
import { createFakeClock } from '../../../fakes/fake-host.ts';
import { createAskingServer } from '../../../fakes/mcp/asking-server.ts';
import { type HttpListener, listenWith } from '../../../fakes/mcp/http-listener.ts';
import { createPorts, define } from '../servers.ts';

const never = () => new AbortController().signal;

const eras = {
  older: async () => {
    const transport = new WebStandardStreamableHTTPServerTransport({ sessionIdGenerator: randomUUID });
    await createAskingServer({ era: 'legacy' }).connect(transport);
    return listenWith(request => transport.handleRequest(request));
  },
  newer: () => listenWith(createMcpHandler(createAskingServer, { legacy: 'reject' }).fetch),
} as const;

for (const era of ['older', 'newer'] as const) {
  describe(`a prompt of a server of the ${era} era`, () => {
    const clock = createFakeClock();
    let listener: HttpListener;
    let ensemble: McpEnsemble;
    let shown: PromiseWithResolvers<void>;
    let answered: PromiseWithResolvers<void>;
    beforeEach(async () => {
      shown = Promise.withResolvers();
      answered = Promise.withResolvers();
      const elicit = async () => {
        shown.resolve();
        await answered.promise;
        return { action: 'accept', content: { city: 'Oslo' } } as const;
      };
      listener = await eras[era]();
      const definition = define({ kind: 'http', url: `${listener.url}/mcp`, headers: {} });
      ensemble = createMcpEnsemble(definition, createPorts({ clock, handlers: { elicit } }));
      await ensemble.connect(never());
      assert.equal(ensemble.state.status, 'ready', JSON.stringify(ensemble.state));
    });
    afterEach(async () => {
      await ensemble.disconnect();
      await listener.close();
    });

    it('waits for as long as you take to answer the server’s question', async () => {
      const written = ensemble.writePrompt({ name: 'form' }, never());
      written.catch(() => {});
      await shown.promise;
      for (let second = 0; second < 300; second++) await clock.advance(1_000);
      answered.resolve();
      assert.match(JSON.stringify((await written).content), /Oslo/);
    });

    it('is given up after the same silence as a call, and the server keeps running', async () => {
      const written = ensemble.writePrompt({ name: 'never' }, never());
      written.catch(() => {});
      await clock.untilWaiting(30_000);
      await clock.advance(30_000);
      await assert.rejects(written, { code: 'server-unavailable', message: /didn’t answer within 30 s/ });
      assert.equal(ensemble.server, 'running');
      assert.equal((await ensemble.library.prompts(never())).length, 2);
    });
  });
}
