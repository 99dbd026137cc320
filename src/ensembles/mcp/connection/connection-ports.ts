import type {
  CreateMessageRequest,
  CreateMessageResult,
  ElicitRequest,
  ElicitResult,
  Root,
} from '@modelcontextprotocol/client';
import type { Listen } from '../../../converser/ground/async/listeners.ts';
import type { ServerDefinition } from '../definition/server-definition.ts';
import type { SignIns } from '../sign-in/sign-ins.ts';

/** What a connection to a server exchanges with the host. */
export interface ConnectionPorts {
  /** Contract: never throws. Lines are short and not too many; see `bounded-lines.ts`. */
  readonly log: LogLine;
  /** Absent: no log level is set. Servers before 2026 then log what they like, later ones log nothing. */
  readonly logLevels?: LogLevels;
  /** What a server may request from us. A capability without a handler is not announced to the server. */
  readonly handlers?: ServerHandlers;
  /** Signs you in to servers that require it. Absent: such servers are not available. */
  readonly signIns?: Pick<SignIns, 'forConnection'>;
}

export type LogLine = (line: ServerLogLine) => void;

/** A line for the log of one server. */
export interface ServerLogLine {
  readonly server: string;
  readonly level: 'debug' | 'info' | 'warn' | 'error';
  /** `stderr`: its process wrote it; `server`: the server sent it as a log message; `host`: Converser wrote it. */
  readonly from: 'stderr' | 'server' | 'host';
  readonly text: string;
}

/** The lowest level at which each server's log messages are wanted. */
export interface LogLevels {
  /** Contract: never throws, and is cheap, because it runs with every request. */
  of(server: string): LogLevel;
  /** The level of some server may have changed. Absent: levels never change. */
  readonly onDidChange?: Listen<void>;
}

export type LogLevel = ServerLogLine['level'] | 'off';

export interface ServerHandlers {
  readonly elicit?: (params: ElicitRequest['params'], asked: Asked) => Promise<ElicitResult>;
  /** Announced only to servers whose definition allows sampling. */
  readonly sample?: (params: CreateMessageRequest['params'], asked: Asked) => Promise<CreateMessageResult>;
  readonly roots?: () => Promise<readonly Root[]>;
  readonly onDidChangeRoots?: Listen<void>;
}

/** Which server asks, and until when. */
export interface Asked {
  readonly definition: ServerDefinition;
  readonly signal: AbortSignal;
  /** For a question within the work that answers the server: the wait counts against no limit. Absent: there is none. */
  readonly waitForUser?: WaitForUser;
}

/** Waits for an answer of the user. The wait counts against no time limit. */
export type WaitForUser = <T>(answer: () => Promise<T>) => Promise<T>;

/**
 * Milliseconds: as long as a timer can wait. For requests whose limits are kept here, without the time of the user, and
 * not by the library.
 */
export const noLimit = 2 ** 31 - 1;

/** All in milliseconds. */
export interface ServerLimits {
  /** For a server to start and list its tools. */
  readonly start: number;
  /** For a turn to wait for a server that it sees for the first time. The server keeps starting afterwards. */
  readonly firstSight: number;
  /** For a server to answer which version of the specification it speaks. */
  readonly probe: number;
  /** For a process to end after its input is closed, and again after it is signalled. */
  readonly shutdown: number;
  /** Before a failed server is restarted. Doubles with each failure in a row. */
  readonly backOff: number;
  readonly maxBackOff: number;
  /** A server that ran for this long has recovered: its next end counts as a first failure. */
  readonly settled: number;
  /** Several notifications of changed lists within this time cause one reading. */
  readonly debounce: number;
}

export const ordinaryServerLimits: ServerLimits = {
  start: 120_000,
  firstSight: 10_000,
  probe: 10_000,
  shutdown: 2_000,
  backOff: 1_000,
  maxBackOff: 60_000,
  settled: 30_000,
  debounce: 300,
};
