import type { ServerLimits } from '../connection/connection-ports.ts';
import type { ServerDefinition } from '../definition/server-definition.ts';
import { signInsExcludingUserTime } from './exclude-user-time.ts';
import type { Redactor } from './redact.ts';
import { RestartableServer } from './restartable-server.ts';
import { type OnServerNews, type StartServerPorts, startServer } from './start-server.ts';

export interface CreateServerOptions extends OnServerNews {
  readonly ports: StartServerPorts;
  readonly limits: ServerLimits;
  readonly redactor: Redactor;
}

/** The server of a definition. Secrets are removed from its log and its failures. */
export function createServer(
  definition: ServerDefinition,
  { ports, limits, redactor, ...news }: CreateServerOptions,
): RestartableServer {
  const { clock, process, connection } = ports;
  const beforeStart = { ...ports.beforeStart, fillIn: redactor.learnFrom(ports.beforeStart.fillIn) };
  const log = redactor.redactLog(connection.log);
  return new RestartableServer({
    name: definition.name,
    clock,
    limits,
    redact: redactor.redact,
    async open(signal, waitForUser) {
      const signIns = signInsExcludingUserTime(connection.signIns, waitForUser);
      const started = startServer(definition, {
        clock,
        process,
        connection: { ...connection, log, ...(signIns && { signIns }) },
        beforeStart,
        waitForUser,
        limits,
        signal,
        ...news,
      });
      try {
        const opened = await started;
        return { ...opened, ended: opened.ended.then(redactor.redact) };
      } catch (cause) {
        throw redactor.redactFault(cause);
      }
    },
  });
}
