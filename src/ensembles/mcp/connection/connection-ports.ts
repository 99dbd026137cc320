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

export interface ConnectionPorts {
  /** Contract: never throws. `bounded-lines.ts` limits lines and their rate. */
  readonly log: LogLine;
  /** Without levels, servers before 2026 log what they like, later ones nothing. */
  readonly logLevels?: LogLevels;
  readonly handlers?: ServerHandlers;
  /** Without it, servers that require a sign-in aren't available. */
  readonly signIns?: Pick<SignIns, 'forConnection'>;
}

export type LogLine = (line: ServerLogLine) => void;

export interface ServerLogLine {
  readonly server: string;
  readonly level: 'debug' | 'info' | 'warn' | 'error';
  /** `stderr` is its process's output, `server` a log message over MCP, `host` Converser itself. */
  readonly from: 'stderr' | 'server' | 'host';
  readonly text: string;
}

export interface LogLevels {
  /** Contract: never throws, and is cheap, because it runs with every request. */
  of(server: string): LogLevel;
  readonly onDidChange?: Listen<void>;
}

export type LogLevel = ServerLogLine['level'] | 'off';

export interface ServerHandlers {
  readonly elicit?: (params: ElicitRequest['params'], asked: Asked) => Promise<ElicitResult>;
  readonly sample?: (params: CreateMessageRequest['params'], asked: Asked) => Promise<CreateMessageResult>;
  readonly roots?: () => Promise<readonly Root[]>;
  readonly onDidChangeRoots?: Listen<void>;
}

export interface Asked {
  readonly definition: ServerDefinition;
  readonly signal: AbortSignal;
  readonly waitForUser?: WaitForUser;
}

/** The wait counts against no time limit. */
export type WaitForUser = <T>(answer: () => Promise<T>) => Promise<T>;

/** In milliseconds, the longest wait of a timer, for requests whose limits are kept here and not by the library. */
export const noLimit = 2 ** 31 - 1;

/** In milliseconds. */
export interface ServerLimits {
  readonly start: number;
  /** A turn waits this long for a server that it sees for the first time. The server keeps starting afterwards. */
  readonly firstSight: number;
  readonly probe: number;
  /** It counts once after the process's input is closed, and again after the signal. */
  readonly shutdown: number;
  /** It passes before a failed server restarts, and doubles with each failure in a row. */
  readonly backOff: number;
  readonly maxBackOff: number;
  /** A server that ran for this long has recovered: its next end counts as a first failure. */
  readonly settled: number;
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
