import type { Tool } from '@modelcontextprotocol/client';
import { createUserTime, type UserTime } from '../../../converser/call/invocation/user-time.ts';
import { type Listen, listeners } from '../../../converser/ground/async/listeners.ts';
import type { Invocable, Invoker } from '../../../converser/words/ensemble/invoker.ts';
import type { EnsembleList } from '../../../converser/words/ensemble/library.ts';
import { serverErrors } from '../../../converser/words/ensemble/server-errors.ts';
import { announcedTo } from '../connection/capabilities.ts';
import {
  type ConnectionPorts,
  ordinaryServerLimits,
  type ServerLimits,
} from '../connection/connection-ports.ts';
import type { ServerDefinition } from '../definition/server-definition.ts';
import type { Note } from '../manifest/list-entries.ts';
import { createServer } from '../server/create-server.ts';
import { createRedactor, type Redactor } from '../server/redact.ts';
import type { RestartableServer } from '../server/restartable-server.ts';
import { type UseServer, useServer } from '../server/use-server.ts';
import { type CallOfferedToolOptions, callOfferedTool } from './call-offered-tool.ts';
import { noteFailedStart } from './eager-start.ts';
import { createEnsembleStatus, type EnsembleStatus } from './ensemble-status.ts';
import type { McpPorts } from './mcp-ports.ts';
import { createOfferedTools, type OfferedTools } from './offered-tools.ts';
import { createPendingQuestions, type PendingQuestions } from './pending-questions.ts';
import { createReadiness, type Readiness } from './readiness.ts';

export interface ServerWithTools {
  readonly server: RestartableServer;
  readonly tools: OfferedTools;
  readonly status: EnsembleStatus;
  readonly readiness: Readiness;
  readonly questions: PendingQuestions;
  readonly userTime: UserTime;
  readonly limits: ServerLimits;
  readonly use: UseServer;
  readonly note: Note;
  readonly onDidOutdate: Listen<void>;
  readonly onDidChangeList: Listen<EnsembleList>;
}

export function createServerWithTools(definition: ServerDefinition, ports: McpPorts): ServerWithTools {
  const { clock } = ports;
  const limits = limitsOf(definition, ports);
  const status = createEnsembleStatus();
  const userTime = createUserTime(clock);
  const questions = createPendingQuestions(clock, userTime);
  const redactor = createRedactor(ports.beforeStart.secrets);
  const connection = withTracked(ports.connection, questions);
  const lists = listeners<EnsembleList>();
  const outdated = listeners<void>();
  const tools = createOfferedTools({
    definition,
    announced: announcedTo(definition, connection.handlers),
    ports: ports.tools,
    invocable: (tool, self) => invocable(tool, self),
    onChange() {
      outdated.fire();
      status.announce();
    },
  });
  const server = createServer(definition, {
    ports: { clock, process: ports.process, connection, beforeStart: ports.beforeStart },
    limits,
    redactor,
    userTime,
    manifest: () => tools.manifest,
    onManifest: tools.update,
    onList: lists.fire,
  });
  server.onDidChange(() => {
    if (server.status === 'running' && status.state.status === 'failed') status.become({ status: 'ready' });
    else status.announce();
  });
  const log = redactor.redactLog(connection.log);
  const readiness = createReadiness({
    server,
    userTime,
    status,
    tools,
    clock,
    warn: text => log({ server: definition.name, level: 'warn', from: 'host', text }),
    settings: { isEager: definition.eager, firstSight: limits.firstSight },
  });
  const use = createUse({ server, status, readiness, questions, redactor });
  const elicit = connection.handlers?.elicit;
  const invocable = invocables(definition, elicit, { server, tools, status, questions, userTime, use });

  return {
    server,
    tools,
    status,
    readiness,
    questions,
    userTime,
    limits,
    use,
    note: text => log({ server: definition.name, level: 'info', from: 'host', text }),
    onDidOutdate: outdated.listen,
    onDidChangeList: lists.listen,
  };
}

type CallableServer = Pick<ServerWithTools, 'server' | 'tools' | 'status' | 'questions' | 'userTime' | 'use'>;

function invocables(
  definition: ServerDefinition,
  elicit: CallOfferedToolOptions['elicit'],
  { server, status, ...served }: CallableServer,
): (tool: Tool, self: () => Invoker) => Invocable {
  const isRunning = () => server.status === 'running';
  return (tool, self) => (args, context) => {
    // The ensemble was connected when it offered its tools. After a `disconnect`, a call must not start the server.
    if (status.state.status === 'disconnected')
      throw serverErrors.serverUnavailable(definition.name, 'It was disconnected.');
    const call = { tool, invoker: self(), args, context };
    return callOfferedTool(call, { definition, elicit, isRunning, ...served });
  };
}

function withTracked({ handlers, ...others }: ConnectionPorts, questions: PendingQuestions): ConnectionPorts {
  return handlers === undefined ? others : { ...others, handlers: questions.track(handlers) };
}

interface UseOptions extends Pick<ServerWithTools, 'server' | 'status' | 'readiness' | 'questions'> {
  readonly redactor: Redactor;
}

function createUse({ server, status, readiness, questions, redactor }: UseOptions): UseServer {
  return async (request, signal, askCaller) => {
    if (status.state.status !== 'ready') await readiness.require(signal);
    try {
      const returned = await questions.during(() => useServer(server, request, signal), askCaller);
      return redactor.redactIn(returned);
    } catch (cause) {
      const fault = redactor.redactFault(cause);
      noteFailedStart(fault, { server, status });
      throw fault;
    }
  };
}

function limitsOf({ startTimeout }: ServerDefinition, { limits }: McpPorts): ServerLimits {
  return { ...ordinaryServerLimits, ...limits, ...(startTimeout !== undefined && { start: startTimeout }) };
}
