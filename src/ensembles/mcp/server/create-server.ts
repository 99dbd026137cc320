import type { Client } from '@modelcontextprotocol/client';
import type { UserTime } from '../../../converser/call/invocation/user-time.ts';
import { aborted, orAborted } from '../../../converser/ground/async/abort.ts';
import { errors } from '../../../converser/ground/errors.ts';
import type { Clock } from '../../../converser/ground/ports.ts';
import type { EnsembleList } from '../../../converser/words/ensemble/library.ts';
import { serverErrors } from '../../../converser/words/ensemble/server-errors.ts';
import { announcedTo } from '../connection/capabilities.ts';
import type { ConnectionPorts, ServerLimits, WaitForUser } from '../connection/connection-ports.ts';
import type { ServerConnection } from '../connection/server-connection.ts';
import type { ServerDefinition } from '../definition/server-definition.ts';
import type { Manifest } from '../manifest/manifest.ts';
import type { ProcessPorts } from '../process/process-ports.ts';
import type { BeforeStartPorts } from './before-start-ports.ts';
import { createFirstQuestion, type FirstQuestion } from './first-question.ts';
import { keepFollowing, listChangedHandlers } from './follow-changes.ts';
import type { Redactor } from './redact.ts';
import { RestartableServer } from './restartable-server.ts';

export interface CreateServerOptions {
  readonly ports: StartServerPorts;
  readonly limits: ServerLimits;
  readonly redactor: Redactor;
  readonly userTime: UserTime;
  readonly manifest: () => Manifest | undefined;
  readonly onManifest: (manifest: Manifest) => Promise<void>;
  readonly onList: (list: EnsembleList) => void;
}

export function createServer(
  definition: ServerDefinition,
  { ports, redactor, userTime, ...options }: CreateServerOptions,
): RestartableServer {
  const { clock, connection } = ports;
  const { limits, manifest } = options;
  const beforeStart = { ...ports.beforeStart, fillIn: redactor.learnFrom(ports.beforeStart.fillIn) };
  const log = redactor.redactLog(connection.log);
  const firstQuestion = createFirstQuestion(manifest);
  return new RestartableServer({
    name: definition.name,
    clock,
    userTime,
    limits,
    redact: redactor.redact,
    log,
    async open(signal, waitForUser) {
      const signIns = signInsExcludingUserTime(connection.signIns, waitForUser);
      const started = startServer(definition, {
        ...ports,
        ...options,
        connection: { ...connection, log, ...(signIns && { signIns }) },
        beforeStart,
        waitForUser,
        signal,
        firstQuestion,
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

interface StartServerOptions
  extends StartServerPorts,
    Omit<CreateServerOptions, 'ports' | 'redactor' | 'userTime'> {
  readonly signal: AbortSignal;
  readonly waitForUser: WaitForUser;
  readonly firstQuestion: FirstQuestion;
}

interface StartServerPorts {
  readonly clock: Clock;
  readonly process: ProcessPorts;
  readonly connection: ConnectionPorts;
  readonly beforeStart: BeforeStartPorts;
}

/** If it rejects, nothing is left running. */
async function startServer(
  definition: ServerDefinition,
  options: StartServerOptions,
): Promise<ServerConnection> {
  const { clock, limits, signal, firstQuestion } = options;
  const { connectServer } = await import('../connection/connect-server.ts');
  const filled = await orAborted(approveAndFillIn(definition, options), signal);
  if (filled === aborted) throw errors.cancelled();
  let connection: ServerConnection | undefined;
  const ended = new AbortController();
  const over = ended.signal;
  const readTools = async (until: AbortSignal) => {
    if (connection !== undefined) await readManifest(definition, connection, { ...options, signal: until });
  };
  const { log } = options.connection;
  const handlers = listChangedHandlers({ ...options, server: definition.name, log, readTools, over });
  const known = firstQuestion.known;
  try {
    connection = await connectServer(filled, { ...options, ...known, listChanged: handlers });
    firstQuestion.succeeded();
  } catch (cause) {
    if (!signal.aborted || known.isOld) await firstQuestion.failed(cause);
    throw cause;
  }
  try {
    void connection.ended.then(() => ended.abort('over'));
    await readTools(signal);
    void keepFollowing(connection.client, { handlers, clock, limits, over });
    return connection;
  } catch (cause) {
    await connection.close();
    throw cause;
  }
}

async function approveAndFillIn(
  definition: ServerDefinition,
  { beforeStart: { approve, fillIn }, signal, waitForUser }: StartServerOptions,
): Promise<ServerDefinition> {
  const refusal = await waitForUser(async () => approve?.(definition, signal));
  if (refusal !== undefined) throw serverErrors.approvalNeeded(definition.name, refusal);
  return waitForUser(async () => (await fillIn?.(definition, signal)) ?? definition);
}

async function readManifest(
  definition: ServerDefinition,
  { client, refusesDiscovery }: ServerConnection,
  { connection, onManifest, manifest, signal }: StartServerOptions,
): Promise<void> {
  const announced = announcedTo(definition, connection.handlers);
  const { fetchManifest } = await import('../manifest/fetch-manifest.ts');
  const refuses = isAnotherVersion(client, manifest()) ? undefined : refusesDiscovery;
  const note = (text: string) =>
    connection.log({ server: definition.name, level: 'info', from: 'host', text });
  await onManifest(await fetchManifest(client, { announced, refusesDiscovery: refuses, note, signal }));
}

/** The next start asks an updated server again what it speaks. */
function isAnotherVersion(client: Client, known: Manifest | undefined): boolean {
  return known !== undefined && known.serverInfo?.version !== client.getServerVersion()?.version;
}

function signInsExcludingUserTime(
  signIns: ConnectionPorts['signIns'],
  waitForUser: WaitForUser,
): ConnectionPorts['signIns'] {
  if (signIns === undefined) return undefined;
  return {
    async forConnection(...args) {
      const auth = await signIns.forConnection(...args);
      return { ...auth, signIn: () => waitForUser(() => auth.signIn()) };
    },
  };
}
