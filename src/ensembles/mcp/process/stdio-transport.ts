import type { ChildProcess } from 'node:child_process';
import type { JSONRPCMessage, Transport } from '@modelcontextprotocol/client';
import type { Disposable } from '../../../converser/async/listeners.ts';
import type { Clock } from '../../../converser/ports.ts';
import { boundedLines } from './bounded-lines.ts';
import { endProcess, signalTree } from './end-process.ts';
import { type Launch, startProcess } from './start-process.ts';

export interface StdioTransportOptions {
  readonly clock: Clock;
  readonly shutdown: number;
  /** Receives each line that the process writes to its standard error. */
  readonly onLine: (line: string) => void;
  /** Ends the process if we are killed. */
  readonly guard?: (pid: number) => Disposable;
}

/** Bytes of one message. */
const longestMessage = 64 * 1024 * 1024;
const lineEnd = 10;

/** Milliseconds for which the last output of an ended process is still read. */
const drain = 500;

/**
 * Starts a process and exchanges messages with it over its standard streams. The library's own transport ends only
 * the process itself, and not what `npx` or a shell started for it.
 *
 * The constructor starts the process, so that the library is loaded meanwhile. Always close the transport.
 */
export class StdioTransport implements Transport {
  onclose?: () => void;
  onerror?: (error: Error) => void;
  onmessage?: Transport['onmessage'];
  readonly #starting: Promise<ChildProcess>;
  readonly #options: StdioTransportOptions;
  /** The pieces of a line so far. The library's buffer would copy the whole line with each piece. */
  readonly #pieces: Buffer[] = [];
  #size = 0;
  readonly #lines: ReturnType<typeof boundedLines>;
  #child: ChildProcess | undefined;
  #guarded: Disposable | undefined;
  #ending: Promise<void> | undefined;
  #outcome = '';
  #isClosed = false;

  constructor(launch: Launch, options: StdioTransportOptions) {
    this.#options = options;
    this.#lines = boundedLines({ onLine: options.onLine, now: () => options.clock.monotonic() });
    this.#starting = this.#begin(launch);
    // `start` throws it.
    this.#starting.catch(() => {});
  }

  get pid(): number | null {
    return this.#child?.pid ?? null;
  }

  /** From this and `pid` the library concludes that a silent server is an old one, not one that is out of reach. */
  get stderr(): null {
    return null;
  }

  /** How the process ended and what it wrote last, for people. Empty while it runs. */
  get ended(): string {
    if (this.#outcome === '') return '';
    const last = this.#lines.last.join('\n').trim();
    return last === '' ? this.#outcome : `${this.#outcome} Its last output:\n${last}`;
  }

  async #begin(launch: Launch): Promise<ChildProcess> {
    const child = await startProcess(launch);
    this.#child = child;
    if (child.pid !== undefined) this.#guarded = this.#options.guard?.(child.pid);
    child.stderr?.setEncoding('utf8').on('data', chunk => this.#lines.add(chunk));
    // An ended process breaks its pipes. `exit` reports its end.
    for (const stream of child.stdio) stream?.on('error', () => {});
    child.once('exit', (code, signal) => this.#exited(code, signal));
    child.once('close', () => this.#closed());
    return child;
  }

  /** Begins to read. Until then the process's output waits in its pipe. */
  async start(): Promise<void> {
    const child = await this.#starting;
    if (this.#isClosed) throw new Error(this.ended);
    child.stdout?.on('data', chunk => this.#receive(chunk));
  }

  async send(message: JSONRPCMessage): Promise<void> {
    const input = this.#child?.stdin;
    if (input === undefined || input === null || this.#isClosed || !input.writable) {
      const { SdkError, SdkErrorCode } = await import('@modelcontextprotocol/client');
      throw new SdkError(SdkErrorCode.NotConnected, 'The server process has ended.');
    }
    if (input.write(`${JSON.stringify(message)}\n`)) return;
    await new Promise<void>(resolve => {
      input.once('drain', resolve);
      input.once('close', resolve);
    });
  }

  async close(): Promise<void> {
    const child = await this.#starting.catch(() => undefined);
    if (child === undefined) return this.#closed();
    this.#ending ??= endProcess(child, this.#options);
    await this.#ending;
    this.#closed();
  }

  #receive(chunk: Buffer): void {
    let from = 0;
    for (let end = chunk.indexOf(lineEnd); end !== -1; end = chunk.indexOf(lineEnd, from)) {
      this.#keep(chunk.subarray(from, end));
      this.#read(this.#takeLine());
      from = end + 1;
    }
    this.#keep(chunk.subarray(from));
    if (this.#size <= longestMessage) return;
    this.onerror?.(
      new Error(`The server sent a message of more than ${longestMessage} bytes, so Converser stopped it.`),
    );
    this.#takeLine();
    void this.close();
  }

  #keep(piece: Buffer): void {
    if (piece.length > 0) this.#pieces.push(piece);
    this.#size += piece.length;
  }

  #takeLine(): string {
    const [only] = this.#pieces;
    const whole = this.#pieces.length === 1 && only !== undefined ? only : Buffer.concat(this.#pieces);
    const line = whole.toString('utf8');
    this.#pieces.length = 0;
    this.#size = 0;
    return line;
  }

  /** Skips lines that are not messages: some servers print greetings there. */
  #read(line: string): void {
    if (line.trim() === '') return;
    try {
      const message: unknown = JSON.parse(line);
      if (!isMessage(message)) throw new Error("The server wrote a line that isn't a JSON-RPC message.");
      this.onmessage?.(message);
    } catch (cause) {
      this.onerror?.(asError(cause));
    }
  }

  #exited(code: number | null, signal: NodeJS.Signals | null): void {
    this.#outcome =
      code === null ? `The process was ended by ${signal}.` : `The process ended with exit code ${code}.`;
    if (this.#child !== undefined) signalTree(this.#child, 'SIGKILL');
    // A process that has left the group may hold the pipes open for ever.
    void this.#options.clock.sleep(drain, new AbortController().signal).then(() => this.#closed());
  }

  #closed(): void {
    if (this.#isClosed) return;
    this.#isClosed = true;
    this.#lines.end();
    this.#guarded?.dispose();
    for (const stream of this.#child?.stdio ?? []) stream?.destroy();
    this.onclose?.();
  }
}

/**
 * Checks just enough to tell a message from a greeting. The library validates each message against its schema;
 * validating here as well would double the cost of a call.
 */
function isMessage(value: unknown): value is JSONRPCMessage {
  if (typeof value !== 'object' || value === null) return false;
  const { jsonrpc, method } = value as Readonly<Record<string, unknown>>;
  return jsonrpc === '2.0' && (typeof method === 'string' || 'result' in value || 'error' in value);
}

function asError(cause: unknown): Error {
  return cause instanceof Error ? cause : new Error(String(cause));
}
