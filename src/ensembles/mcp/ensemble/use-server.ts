import type { Client } from '@modelcontextprotocol/client';
import { aborted, orAborted } from '../../../converser/async/abort.ts';
import { errors, reasonOf } from '../../../converser/errors.ts';
import type { Explained } from '../connection/explain-failure.ts';
import type { ServerConnection } from '../connection/server-connection.ts';
import type { ServerLife } from './server-lifecycle.ts';

/**
 * Runs a request on a server, which is started if need be. A connection that breaks is given up, so that the next
 * request starts another one.
 *
 * Invariant: a request is made once, except where the server refused it unread because it had forgotten the
 * session. Rejects with a `ConverserError`, or with what the server answered.
 */
export async function useServer<T>(
  life: ServerLife,
  request: (client: Client) => Promise<T>,
  signal: AbortSignal,
): Promise<T> {
  for (let isAgain = false; ; isAgain = true) {
    // As nearly always; whoever waits costs more than the rest of what is done here for a call.
    const running = signal.aborted ? undefined : life.connection;
    const connection = running ?? (await runServer(life, signal));
    try {
      return await request(connection.client);
    } catch (cause) {
      const { fault, isForgotten } = await takeFailure(cause, life, connection);
      if (!isForgotten || isAgain || signal.aborted) throw fault;
    }
  }
}

async function takeFailure(
  cause: unknown,
  life: ServerLife,
  connection: ServerConnection,
): Promise<Explained> {
  const { explainFailure } = await import('../connection/explain-failure.ts');
  const explained = explainFailure(cause, {
    server: life.name,
    connection,
    // By now it is known how a process ended under the request.
    ended: await Promise.race([connection.ended, '']),
  });
  if (explained.isLost) life.drop(connection, reasonOf(cause));
  if (explained.isForgotten) life.forgive();
  return explained;
}

/** The server, running. Nobody waits for a start longer than the signal says; it goes on for the others. */
export async function runServer(life: ServerLife, signal: AbortSignal): Promise<ServerConnection> {
  const connection = await orAborted(life.run(), signal);
  if (connection === aborted) throw errors.cancelled();
  return connection;
}
