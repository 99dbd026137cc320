import type { ChildProcess } from 'node:child_process';
import type { JSONRPCMessage, Transport } from '@modelcontextprotocol/client';
import type { Disposable } from '../../../converser/async/listeners.ts';
import type { Clock } from '../../../converser/ports.ts';
import { boundedLines } from './bounded-lines.ts';
import { endProcess, signalTree } from './end-process.ts';
import { type Launch, startProcess } from './start-process.ts';

export interface StdioTransportOptions {
  readonly clock: Clock;
  readonly goodbye: number;
  /** One line that the process wrote to its standard error. */
  readonly tell: (line: string) => void;
  /** Sees to it that the process does not outlive us. */
  readonly guard?: (pid: number) => Disposable;
}

/** Bytes that one message may have. */
const longestMessage = 64 * 1024 * 1024;
const lineEnd = 10;

/** Milliseconds for which what an ended process has written last is still read. */
const drain = 500;

/**
 * Starts a process and speaks with it over its standard streams. The library has such a transport too, but it ends
 * the process alone, and what `npx` or a shell started on its behalf would stay.
 *
 * The process is started at once, so that it gets going while the library is loaded; whoever makes one closes it.
 */
export class StdioTransport implements Transport {
  onclose?: () => void;
  onerror?: (error: Error) => void;
  onmessage?: Transport['onmessage'];
  readonly #starting: Promise<ChildProcess>;
  readonly #options: StdioTransportOptions;
  /** What has come of a line that has not ended; the library's buffer copies it with each piece. */
  readonly #pieces: Buffer[] = [];
  #size = 0;
  readonly #lines: ReturnType<typeof boundedLines>;
  #child: ChildProcess | undefined;
  #guarded: Disposable | undefined;
  #ending: Promise<void> | undefined;
  #how = '';
  #isClosed = false;

  constructor(launch: Launch, options: StdioTransportOptions) {
    this.#options = options;
    this.#lines = boundedLines({ tell: options.tell, now: () => options.clock.monotonic() });
    this.#starting = this.#begin(launch);
    // Whoever calls `start` hears of it.
    this.#starting.catch(() => {});
  }

  get pid(): number | null {
    return this.#child?.pid ?? null;
  }

  /** By this and `pid` the library knows that a silent server is an old one rather than one out of reach. */
  get stderr(): null {
    return null;
  }

  /** How the process ended and what it wrote last, for people; empty while it runs. */
  get ended(): string {
    if (this.#how === '') return '';
    const last = this.#lines.last.join('\n').trim();
    return last === '' ? this.#how : `${this.#how} It last wrote:\n${last}`;
  }

  async #begin(launch: Launch): Promise<ChildProcess> {
    const child = await startProcess(launch);
    this.#child = child;
    if (child.pid !== undefined) this.#guarded = this.#options.guard?.(child.pid);
    child.stderr?.setEncoding('utf8').on('data', chunk => this.#lines.add(chunk));
    // A process that has gone breaks its pipes; that it has gone is told by `exit`.
    for (const stream of child.stdio) stream?.on('error', () => {});
    child.once('exit', (code, signal) => this.#exited(code, signal));
    child.once('close', () => this.#closed());
    return child;
  }

  /** What it has written so far has waited for whoever reads it. */
  async start(): Promise<void> {
    const child = await this.#starting;
    if (this.#isClosed) throw new Error(this.ended);
    child.stdout?.on('data', chunk => this.#receive(chunk));
  }

  async send(message: JSONRPCMessage): Promise<void> {
    const input = this.#child?.stdin;
    if (input === undefined || input === null || this.#isClosed || !input.writable) {
      const { SdkError, SdkErrorCode } = await import('@modelcontextprotocol/client');
      throw new SdkError(SdkErrorCode.NotConnected, 'The process of the server has ended.');
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
      new Error(`A message of more than ${longestMessage} bytes came, so the server was ended.`),
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

  /** What is no message is passed over: some servers write greetings where only messages belong. */
  #read(line: string): void {
    if (line.trim() === '') return;
    try {
      const message: unknown = JSON.parse(line);
      if (!isMessage(message)) throw new Error('What came is no message of JSON-RPC.');
      this.onmessage?.(message);
    } catch (cause) {
      this.onerror?.(asError(cause));
    }
  }

  #exited(code: number | null, signal: NodeJS.Signals | null): void {
    this.#how = code === null ? `It was ended by ${signal}.` : `It ended with exit code ${code}.`;
    if (this.#child !== undefined) signalTree(this.#child, 'SIGKILL');
    // Whoever left the group may hold the pipes open for ever.
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
 * As much as tells a message from a greeting. The library holds each message against the schemas once it knows of
 * what kind it is; doing so here, too, would double what a call costs it.
 */
function isMessage(value: unknown): value is JSONRPCMessage {
  if (typeof value !== 'object' || value === null) return false;
  const { jsonrpc, method } = value as Readonly<Record<string, unknown>>;
  return jsonrpc === '2.0' && (typeof method === 'string' || 'result' in value || 'error' in value);
}

function asError(cause: unknown): Error {
  return cause instanceof Error ? cause : new Error(String(cause));
}
