import type { UserTime } from '../../../converser/call/invocation/user-time.ts';
import { aborted, orAborted } from '../../../converser/ground/async/abort.ts';
import { type Listen, listeners } from '../../../converser/ground/async/listeners.ts';
import { causesOf } from '../../../converser/ground/causes.ts';
import { ConverserError, type ErrorData, errors, reasonOf } from '../../../converser/ground/errors.ts';
import type { Clock } from '../../../converser/ground/ports.ts';
import { waitText } from '../../../converser/ground/wording/numbers.ts';
import { serverErrors } from '../../../converser/words/ensemble/server-errors.ts';
import type { LogLine, ServerLimits, WaitForUser } from '../connection/connection-ports.ts';
import type { ServerConnection } from '../connection/server-connection.ts';
import { serverFailure } from './server-failure.ts';

export interface RestartableServerOptions {
  readonly name: string;
  readonly clock: Clock;
  readonly userTime: UserTime;
  readonly limits: ServerLimits;
  readonly open: (signal: AbortSignal, waitForUser: WaitForUser) => Promise<ServerConnection>;
  readonly redact: (reason: string) => string;
  readonly log: LogLine;
}

export type ServerStatus = 'stopped' | 'starting' | 'running';

interface Start {
  readonly over: AbortController;
  readonly running: Promise<ServerConnection>;
  /** Aborts when the time of the start stops counting: while you are asked, and when the start is over. */
  timing: AbortController;
}

export class RestartableServer {
  readonly #options: RestartableServerOptions;
  readonly #changes = listeners<void>();
  readonly #losses = listeners<void>();
  #start: Start | undefined;
  #running: ServerConnection | undefined;
  #runningSince = 0;
  readonly #ending = new Set<Promise<void>>();
  #failures = 0;
  #notBefore = 0;
  #lastFailure: ErrorData | undefined;

  constructor(options: RestartableServerOptions) {
    this.#options = options;
  }

  get name(): string {
    return this.#options.name;
  }

  get status(): ServerStatus {
    if (this.#running !== undefined) return 'running';
    return this.#start === undefined ? 'stopped' : 'starting';
  }

  get onDidChange(): Listen<void> {
    return this.#changes.listen;
  }

  get onDidLose(): Listen<void> {
    return this.#losses.listen;
  }

  get connection(): ServerConnection | undefined {
    return this.#running;
  }

  /** In milliseconds; it passes before a restart after repeated failures. */
  get rest(): number {
    return Math.max(0, this.#notBefore - this.#options.clock.monotonic());
  }

  get lastFailure(): ErrorData | undefined {
    const failure = this.#lastFailure;
    if (this.rest === 0 || failure === undefined || failure.code === 'approval-needed') return failure;
    const next = `Failed ${this.#failures} times; next attempt in ${waitText(this.rest)}.`;
    return { ...failure, message: `${failure.message} ${next}` };
  }

  run(): Promise<ServerConnection> {
    const known = this.#start;
    if (known !== undefined) return known.running;
    if (this.rest > 0) {
      return Promise.reject(serverErrors.serverUnavailable(this.name, this.lastFailure?.message ?? ''));
    }
    const start: Start = {
      over: new AbortController(),
      running: Promise.resolve().then(() => this.#open(start)),
      timing: new AbortController(),
    };
    this.#start = start;
    this.#limitTime(start);
    const ended = () => start.timing.abort('over');
    start.running.then(ended, ended);
    this.#changes.fire();
    return start.running;
  }

  forgive(): void {
    this.#failures = 0;
    this.#notBefore = 0;
    this.#lastFailure = undefined;
  }

  drop(connection: ServerConnection, reason: string): void {
    if (this.#running !== connection) return;
    this.#lost(reason);
    this.#close(connection);
  }

  async stop(): Promise<void> {
    const { running } = this.#start ?? {};
    this.#start?.over.abort(errors.cancelled());
    this.#start = undefined;
    if (this.#running !== undefined) this.#close(this.#running);
    this.#running = undefined;
    await running?.catch(() => {});
    await Promise.all(this.#ending);
  }

  #limitTime(start: Start): void {
    const { name, clock, limits } = this.#options;
    const timing = new AbortController();
    start.timing = timing;
    void clock.sleep(limits.start, timing.signal).then(() => {
      if (timing.signal.aborted) return;
      const reason = `Didn’t start within ${waitText(limits.start)}. Raise start_timeout in its descriptor.`;
      start.over.abort(serverErrors.serverUnavailable(name, reason));
    });
  }

  /** The time of a start counts from zero after your answer. */
  async #waitForUser<T>(start: Start, answer: () => Promise<T>): Promise<T> {
    start.timing.abort('The user is asked.');
    const answeredNow = this.#options.userTime.begin();
    try {
      const answered = await orAborted(answer(), start.over.signal);
      if (answered === aborted) throw start.over.signal.reason;
      return answered;
    } finally {
      answeredNow();
      if (this.#start === start && this.#running === undefined) this.#limitTime(start);
    }
  }

  async #open(start: Start): Promise<ServerConnection> {
    const { name, clock, open } = this.#options;
    const { signal } = start.over;
    try {
      const connection = await open(signal, answer => this.#waitForUser(start, answer));
      if (signal.aborted) {
        await connection.close();
        throw signal.reason;
      }
      this.#running = connection;
      this.#runningSince = clock.monotonic();
      void connection.ended.then(how => this.drop(connection, how || 'The server closed the connection.'));
      this.#changes.fire();
      return connection;
    } catch (cause) {
      const fault = signal.aborted ? signal.reason : cause;
      const reason = reasonOf(fault);
      if (this.#start === start) {
        this.#start = undefined;
        this.#noteFailure(reason, fault);
        this.#changes.fire();
      }
      throw fault instanceof ConverserError ? fault : serverErrors.serverUnavailable(name, reason, cause);
    }
  }

  #lost(reason: string): void {
    const { clock, limits } = this.#options;
    if (clock.monotonic() - this.#runningSince >= limits.settled) this.#failures = 0;
    this.#running = undefined;
    this.#start = undefined;
    this.#noteFailure(reason);
    this.#losses.fire();
  }

  /**
   * A start that you refused says nothing about the server: the next one need not wait. The first failure may be bad
   * luck. Each further one in a row doubles the wait.
   */
  #noteFailure(reason: string, cause?: unknown): void {
    const { clock, limits, redact, log, name } = this.#options;
    this.#lastFailure = serverFailure(redact(reason), cause);
    if (this.#lastFailure.code === 'approval-needed') return;
    this.#failures++;
    const reasons = [this.#lastFailure.message, ...causesOf(cause).slice(1).map(reasonOf)];
    log({ server: name, level: 'info', from: 'host', text: `failed: ${reasons.join(' ← ')}` });
    const wait = this.#failures < 2 ? 0 : limits.backOff * 2 ** (this.#failures - 2);
    this.#notBefore = clock.monotonic() + Math.min(limits.maxBackOff, wait);
  }

  #close(connection: ServerConnection): void {
    const ending = connection.close();
    this.#ending.add(ending);
    void ending.then(() => this.#ending.delete(ending));
  }
}
