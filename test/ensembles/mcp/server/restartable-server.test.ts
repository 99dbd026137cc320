import assert from 'node:assert/strict';
import { Client } from '@modelcontextprotocol/client';
import { createUserTime } from '../../../../src/converser/call/invocation/user-time.ts';
import type { Clock } from '../../../../src/converser/ground/ports.ts';
import { serverErrors } from '../../../../src/converser/words/ensemble/server-errors.ts';
import { ordinaryServerLimits } from '../../../../src/ensembles/mcp/connection/connection-ports.ts';
import type { ServerConnection } from '../../../../src/ensembles/mcp/connection/server-connection.ts';
import { RestartableServer } from '../../../../src/ensembles/mcp/server/restartable-server.ts';
import { createFakeHost } from '../../../fakes/fake-host.ts';

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

function createServer(clock: Clock, open: () => Promise<ServerConnection>): RestartableServer {
  const quiet = { redact: (reason: string) => reason, log: () => {} };
  const userTime = createUserTime(clock);
  return new RestartableServer({
    name: 'tried',
    clock,
    userTime,
    limits: ordinaryServerLimits,
    open,
    ...quiet,
  });
}

describe('connections that turn out to be of no use', () => {
  /** How long the server is left alone after three of them, each of which was good for so many milliseconds. */
  async function restAfterThree(good: number): Promise<number> {
    const { clock } = createFakeHost();
    const server = createServer(clock, async () => createConnection());
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

describe('starts that the user does not allow', () => {
  it('are no failures: the next one need not wait, however many there were', async () => {
    const { clock } = createFakeHost();
    const server = createServer(clock, async () => {
      throw serverErrors.approvalNeeded('tried', 'Nobody approved it.');
    });
    for (let refused = 0; refused < 5; refused++) {
      await assert.rejects(server.run(), { code: 'approval-needed' });
      assert.equal(server.rest, 0);
      assert.deepEqual(server.lastFailure, {
        code: 'approval-needed',
        message: 'MCP server tried needs your approval to start. Nobody approved it.',
        retryable: false,
      });
    }
  });
});
