import { aborted, orAborted } from '../../../converser/async/abort.ts';
import { ConverserError, type ErrorData, errors, reasonOf } from '../../../converser/errors.ts';
import { waitText } from '../../../converser/wording/numbers.ts';
import type { ServerLimits, ServerSurroundings } from '../connection/connection-ports.ts';
import type { ServerConnection } from '../connection/server-connection.ts';
import { serverFailure } from './server-failure.ts';

export interface ServerLifeOptions {
  readonly name: string;
  readonly clock: ServerSurroundings['clock'];
  readonly limits: ServerLimits;
  /** Starts the server, and takes in what it offers. Heeds the signal. */
  readonly open: (signal: AbortSignal) => Promise<ServerConnection>;
  /** A reason as it may be told. */
  readonly tellable: (reason: string) => string;
  /** It has ended without having been told to. */
  readonly onLost: (reason: string) => void;
  readonly onChange: () => void;
}

export type ServerStatus = 'stopped' | 'starting' | 'running';

interface Start {
  readonly over: AbortController;
  readonly running: Promise<ServerConnection>;
  /** Aborted as long as its time does not count, and when it is over. */
  timing: AbortController;
}

/**
 * The life of one server: started once for all who need it at the same time, and left alone for a while when it
 * keeps ending.
 */
export class ServerLife {
  readonly #options: ServerLifeOptions;
  #start: Start | undefined;
  #running: ServerConnection | undefined;
  /** When what runs began to. */
  #since = 0;
  readonly #ending = new Set<Promise<void>>();
  #failures = 0;
  #notBefore = 0;
  #lastFailure = serverFailure('');

  constructor(options: ServerLifeOptions) {
    this.#options = options;
  }

  get name(): string {
    return this.#options.name;
  }

  get status(): ServerStatus {
    if (this.#running !== undefined) return 'running';
    return this.#start === undefined ? 'stopped' : 'starting';
  }

  get connection(): ServerConnection | undefined {
    return this.#running;
  }

  /** Milliseconds for which it will not be started again, because it has just failed several times. */
  get rest(): number {
    return Math.max(0, this.#notBefore - this.#options.clock.monotonic());
  }

  /** Why it is not running, where it ended or could not be started; otherwise without a message. */
  get lastFailure(): ErrorData {
    const { message } = this.#lastFailure;
    if (this.rest === 0 || message === '') return this.#lastFailure;
    const waiting = `It has failed ${this.#failures} times and is started again in ${waitText(this.rest)} at the earliest.`;
    return { ...this.#lastFailure, message: `${message} ${waiting}` };
  }

  /** Resolves once the server has said what it offers; all who ask meanwhile share one start. */
  run(): Promise<ServerConnection> {
    const known = this.#start;
    if (known !== undefined) return known.running;
    if (this.rest > 0) {
      return Promise.reject(errors.serverUnavailable(this.name, this.lastFailure.message));
    }
    const over = new AbortController();
    // What it asks of a person is about this start, which is known by then.
    const running = Promise.resolve().then(() => this.#open(over));
    const start: Start = { over, running, timing: new AbortController() };
    this.#start = start;
    this.#time(start);
    // Whoever waits hears how it ended; there may be nobody.
    const ended = () => start.timing.abort('over');
    start.running.then(ended, ended);
    this.#options.onChange();
    return start.running;
  }

  /** Waits for a person in the midst of a start, whose time is not the server's. It counts anew from the answer on. */
  async waitFor<T>(answer: () => Promise<T>): Promise<T> {
    const start = this.#start;
    if (start === undefined) return answer();
    start.timing.abort('A person is asked.');
    try {
      const answered = await orAborted(answer(), start.over.signal);
      if (answered === aborted) throw start.over.signal.reason;
      return answered;
    } finally {
      if (this.#start === start) this.#time(start);
    }
  }

  /** Forgets earlier failures, so that the next need starts it at once. */
  forgive(): void {
    this.#failures = 0;
    this.#notBefore = 0;
    this.#lastFailure = serverFailure('');
  }

  /** What is connected is of no use any more, although nobody has closed it. */
  drop(connection: ServerConnection, reason: string): void {
    if (this.#running !== connection) return;
    this.#lost(reason);
    this.#close(connection);
  }

  /** Ends what runs or starts, and waits for what is still ending. */
  async stop(): Promise<void> {
    const { running } = this.#start ?? {};
    this.#start?.over.abort(errors.cancelled());
    this.#start = undefined;
    if (this.#running !== undefined) this.#close(this.#running);
    this.#running = undefined;
    await running?.catch(() => {});
    await Promise.all(this.#ending);
  }

  /** Ends a start that takes too long from now on. */
  #time(start: Start): void {
    const { name, clock, limits } = this.#options;
    const timing = new AbortController();
    start.timing = timing;
    void clock.sleep(limits.start, timing.signal).then(() => {
      if (timing.signal.aborted) return;
      const reason = `It did not start within ${waitText(limits.start)}; start_timeout in a descriptor gives it longer`;
      start.over.abort(errors.serverUnavailable(name, reason));
    });
  }

  async #open(over: AbortController): Promise<ServerConnection> {
    const { name, clock, open } = this.#options;
    try {
      const connection = await open(over.signal);
      if (over.signal.aborted) {
        await connection.close();
        throw over.signal.reason;
      }
      this.#running = connection;
      this.#since = clock.monotonic();
      void connection.ended.then(how => this.#ended(connection, how));
      this.#options.onChange();
      return connection;
    } catch (cause) {
      const isCurrent = this.#start?.over === over;
      const fault = over.signal.aborted ? over.signal.reason : cause;
      const reason = reasonOf(fault);
      if (isCurrent) {
        this.#start = undefined;
        this.#count(reason, fault);
        this.#options.onChange();
      }
      throw fault instanceof ConverserError ? fault : errors.serverUnavailable(name, reason, cause);
    }
  }

  #ended(connection: ServerConnection, how: string): void {
    if (this.#running !== connection) return;
    this.#lost(how === '' ? 'The server closed the connection.' : how);
    this.#close(connection);
  }

  #lost(reason: string): void {
    const { clock, limits, onLost } = this.#options;
    if (clock.monotonic() - this.#since >= limits.settled) this.#failures = 0;
    this.#running = undefined;
    this.#start = undefined;
    this.#count(reason);
    onLost(reason);
  }

  /** The first failure may have been bad luck; each further one in a row doubles the wait. */
  #count(reason: string, cause?: unknown): void {
    const { clock, limits, tellable } = this.#options;
    this.#failures++;
    this.#lastFailure = serverFailure(tellable(reason), cause);
    const wait = this.#failures < 2 ? 0 : limits.backOff * 2 ** (this.#failures - 2);
    this.#notBefore = clock.monotonic() + Math.min(limits.maxBackOff, wait);
  }

  #close(connection: ServerConnection): void {
    const ending = connection.close();
    this.#ending.add(ending);
    void ending.then(() => this.#ending.delete(ending));
  }
}
