import assert from 'node:assert/strict';
import { Client } from '@modelcontextprotocol/client';
import { ordinaryServerLimits } from '../../../../src/ensembles/mcp/connection/connection-ports.ts';
import type { ServerConnection } from '../../../../src/ensembles/mcp/connection/server-connection.ts';
import { ServerLife } from '../../../../src/ensembles/mcp/ensemble/server-lifecycle.ts';
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

describe('connections that turn out to be of no use', () => {
  /** How long the server is left alone after three of them, each of which was good for so many milliseconds. */
  async function restAfterThree(good: number): Promise<number> {
    const { clock } = createFakeHost();
    const life = new ServerLife({
      name: 'tried',
      clock,
      limits: ordinaryServerLimits,
      open: async () => createConnection(),
      tellable: reason => reason,
      onLost: () => {},
      onChange: () => {},
    });
    for (let lost = 0; lost < 3; lost++) {
      await clock.advance(life.rest);
      const connection = await life.run();
      await clock.advance(good);
      life.drop(connection, 'The network is gone.');
    }
    return life.rest;
  }

  it('are no failures in a row where each was good for a while', async () => {
    assert.equal(await restAfterThree(settled), 0);
  });

  it('keep a server from being asked for longer and longer where none was', async () => {
    assert.equal(await restAfterThree(settled - 1), 2 * ordinaryServerLimits.backOff);
  });
});
