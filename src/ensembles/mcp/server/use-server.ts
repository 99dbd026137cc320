import type { Client } from '@modelcontextprotocol/client';
import { aborted, orAborted } from '../../../converser/ground/async/abort.ts';
import { errors, reasonOf } from '../../../converser/ground/errors.ts';
import type { AskCaller } from '../../../converser/words/ensemble/invoker.ts';
import type { Explained } from '../connection/explain-failure.ts';
import type { ServerConnection } from '../connection/server-connection.ts';
import type { RestartableServer } from './restartable-server.ts';

export type UseServer = <T>(
  request: (client: Client) => Promise<T>,
  signal: AbortSignal,
  askCaller?: AskCaller,
) => Promise<T>;

/** Invariant: a request is made once, unless the server refused it unread because it had lost the session. */
export async function useServer<T>(
  server: RestartableServer,
  request: (client: Client) => Promise<T>,
  signal: AbortSignal,
): Promise<T> {
  for (let isAgain = false; ; isAgain = true) {
    // Usually the server runs, and then an `await` would cost more than the rest of this function.
    const running = signal.aborted ? undefined : server.connection;
    const connection = running ?? (await runServer(server, signal));
    try {
      return await request(connection.client);
    } catch (cause) {
      const { fault, isForgotten } = await explainAndDrop(cause, server, connection);
      if (!isForgotten || isAgain || signal.aborted) throw fault;
    }
  }
}

async function explainAndDrop(
  cause: unknown,
  server: RestartableServer,
  connection: ServerConnection,
): Promise<Explained> {
  const { explainFailure } = await import('../connection/explain-failure.ts');
  const explained = explainFailure(cause, {
    server: server.name,
    connection,
    // If a process ended during the request, this is known by now.
    ended: await Promise.race([connection.ended, '']),
  });
  if (explained.isLost) server.drop(connection, reasonOf(cause));
  if (explained.isForgotten) server.forgive();
  return explained;
}

/** The signal ends only this wait; the start itself goes on for others. */
export async function runServer(server: RestartableServer, signal: AbortSignal): Promise<ServerConnection> {
  const connection = await orAborted(server.run(), signal);
  if (connection === aborted) throw errors.cancelled();
  return connection;
}
