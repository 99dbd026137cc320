import type {
  CreateMessageRequest,
  CreateMessageResult,
  ElicitRequest,
  ElicitResult,
  FetchLike,
  Root,
} from '@modelcontextprotocol/client';
import type { Listen } from '../../../converser/async/listeners.ts';
import type { Clock } from '../../../converser/ports.ts';
import type { ServerDefinition } from '../definition/server-definition.ts';
import type { SignIns } from '../sign-in/sign-ins.ts';

/** What a connection to a server is given by those around it. */
export interface ServerSurroundings {
  readonly clock: Clock;
  /** Our own variables. A server is given the few that are named in `server-environment.ts`, and no others. */
  readonly environment: Readonly<Record<string, string | undefined>>;
  /** Where a server starts that does not say where. */
  readonly folder?: string;
  /** Contract: never throws. Lines are short and not too many; see `bounded-lines.ts`. */
  readonly log: (line: ServerLogLine) => void;
  /** Absent: servers are told of no level. The older ones log as they like then, and the newer ones nothing. */
  readonly logLevels?: LogLevels;
  /** What a server may ask of us. What has no handler is not announced to the server at all. */
  readonly handlers?: ServerHandlers;
  /** Signs people in to servers that want it. Absent: such servers are not available. */
  readonly signIns?: Pick<SignIns, 'forConnection'>;
  readonly fetch?: FetchLike;
  readonly limits?: Partial<ServerLimits>;
}

/** A line for the log of one server. */
export interface ServerLogLine {
  readonly server: string;
  readonly level: 'debug' | 'info' | 'warn' | 'error';
  /** `stderr`: what its process wrote; `server`: what it told us to log; `host`: what became of it. */
  readonly from: 'stderr' | 'server' | 'host';
  readonly text: string;
}

/** From which level on what servers log is read. */
export interface LogLevels {
  /** Contract: never throws, and costs next to nothing, as it is asked with each request. */
  of(server: string): LogLevel;
  /** The level of one of them may be another one now. Absent: that does not happen. */
  readonly onDidChange?: Listen<void>;
}

export type LogLevel = ServerLogLine['level'] | 'off';

export interface ServerHandlers {
  readonly elicit?: (params: ElicitRequest['params'], asked: Asked) => Promise<ElicitResult>;
  /** Is announced only to servers whose definition allows sampling. */
  readonly sample?: (params: CreateMessageRequest['params'], asked: Asked) => Promise<CreateMessageResult>;
  readonly roots?: () => Promise<readonly Root[]>;
  readonly onDidChangeRoots?: Listen<void>;
}

/** Who asks, and until when. */
export interface Asked {
  readonly definition: ServerDefinition;
  readonly signal: AbortSignal;
}

/** Milliseconds. */
export interface ServerLimits {
  /** From the start of a server until it has told its tools. */
  readonly start: number;
  /** That a turn waits for a server that was never seen before; it goes on starting afterwards. */
  readonly firstSight: number;
  /** That a server may take to answer which specification it speaks. */
  readonly probe: number;
  /** That a process may take to end by itself, and again when it was told to. */
  readonly goodbye: number;
  /** Before a server that failed is started anew; doubles with each failure in a row. */
  readonly backOff: number;
  readonly maxBackOff: number;
  /** That a server must have run for its next end not to count as one more failure in a row. */
  readonly settled: number;
  /** After a server said that its lists have changed, to read them once for several such notes. */
  readonly debounce: number;
}

export const ordinaryServerLimits: ServerLimits = {
  start: 120_000,
  firstSight: 10_000,
  probe: 10_000,
  goodbye: 2_000,
  backOff: 1_000,
  maxBackOff: 60_000,
  settled: 30_000,
  debounce: 300,
};
