import type { ChildProcess } from 'node:child_process';
import type { Writable } from 'node:stream';
import type { JSONRPCMessage, RequestId, Transport } from '@modelcontextprotocol/client';
import type { Disposable } from '../../../converser/ground/async/listeners.ts';
import type { Clock } from '../../../converser/ground/ports.ts';
import { bytesText } from '../../../converser/ground/wording/numbers.ts';
import { endProcess, signalTree } from '../../process/end-process.ts';
import { type Launch, startProcess } from '../../process/start-process.ts';
import { messageLimits } from '../message-limits.ts';
import { boundedLines } from './bounded-lines.ts';
import { asAnswerTo, readMessages } from './read-messages.ts';

export interface StdioTransportOptions {
  readonly clock: Clock;
  readonly shutdown: number;
  readonly onLine: (line: string) => void;
  readonly guard?: (pid: number) => Disposable;
}

const lineEnd = 10;

/** The last output of an ended process is still read for so many milliseconds. */
const drain = 500;

/** Unlike the library's transport, it also ends what `npx` or a shell started. Always close it. */
export class StdioTransport implements Transport {
  onclose?: () => void;
  onerror?: (error: Error) => void;
  onmessage?: Transport['onmessage'];
  readonly #starting: Promise<ChildProcess>;
  readonly #options: StdioTransportOptions;
  /** The library's buffer would copy the whole line with each piece. */
  readonly #pieces: Buffer[] = [];
  #size = 0;
  readonly #lines: ReturnType<typeof boundedLines>;
  #child: ChildProcess | undefined;
  #guarded: Disposable | undefined;
  #ending: Promise<void> | undefined;
  #outcome = '';
  #waiting = 0;
  #drained: Promise<void> | undefined;
  #answers = 0;
  #probe: RequestId | undefined;
  #isClosed = false;
  #isAnnounced = false;

  constructor(launch: Launch, options: StdioTransportOptions) {
    this.#options = options;
    this.#lines = boundedLines({ onLine: options.onLine, now: () => options.clock.monotonic() });
    this.#starting = this.#begin(launch);
    this.#starting.catch(() => {});
  }

  get pid(): number | null {
    return this.#child?.pid ?? null;
  }

  /** From this and `pid` the library concludes that a silent server is an old one, and can be reached. */
  get stderr(): null {
    return null;
  }

  get answers(): number {
    return this.#answers;
  }

  /** Empty while the process runs. */
  get ended(): string {
    if (this.#outcome === '') return '';
    const told = this.#lines.telling().join('\n').trim();
    return told === '' ? this.#outcome : `${this.#outcome} Its last output:\n${told}`;
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

  async start(): Promise<void> {
    const child = await this.#starting;
    if (this.#isClosed) throw new Error(this.ended);
    child.stdout?.on('data', chunk => this.#receive(chunk));
    child.stdout?.once('end', () => void this.#silenced());
  }

  async send(message: JSONRPCMessage): Promise<void> {
    const input = this.#child?.stdin;
    if (input === undefined || input === null || this.#isClosed || !input.writable) {
      const { SdkError, SdkErrorCode } = await import('@modelcontextprotocol/client');
      throw new SdkError(SdkErrorCode.NotConnected, 'The server process has ended.');
    }
    if ('method' in message)
      this.#probe = 'id' in message && message.method === 'server/discover' ? message.id : undefined;
    if (input.write(`${JSON.stringify(message)}\n`)) return;
    this.#waiting++;
    if (this.#waiting > messageLimits.waiting) this.#giveUp('It doesn’t read what it is sent');
    this.#drained ??= drained(input);
    await this.#drained;
    this.#drained = undefined;
    this.#waiting--;
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
    if (this.#size > messageLimits.bytes)
      this.#giveUp(`Its reply is larger than ${bytesText(messageLimits.bytes)}`);
  }

  /** How the process ended says more than that it closed its output. */
  async #silenced(): Promise<void> {
    await this.#options.clock.sleep(drain, new AbortController().signal);
    if (this.#ending === undefined && !this.#isClosed) this.#giveUp('It closed its standard output');
  }

  /** Nothing more is read from the process, so that requests fail at once. */
  #giveUp(reason: string): void {
    if (this.#outcome !== '') return;
    this.#outcome = `${reason}, so Converser stopped it.`;
    this.#pieces.length = 0;
    this.#size = 0;
    this.#child?.stdout?.destroy();
    this.#announceEnd();
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

  /** Some servers print greetings, so lines that aren't messages are skipped. */
  #read(line: string): void {
    for (const read of readMessages(line)) {
      if (read instanceof Error) this.onerror?.(read);
      else {
        if (!('method' in read)) this.#answers++;
        this.onmessage?.(this.#probe === undefined ? read : asAnswerTo(this.#probe, read));
      }
    }
  }

  #exited(code: number | null, signal: NodeJS.Signals | null): void {
    const how =
      code === null ? `The process was ended by ${signal}.` : `The process ended with exit code ${code}.`;
    this.#outcome ||= how;
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
    this.#announceEnd();
  }

  #announceEnd(): void {
    if (this.#isAnnounced) return;
    this.#isAnnounced = true;
    this.onclose?.();
  }
}

function drained(input: Writable): Promise<void> {
  return new Promise(resolve => {
    const end = () => {
      input.off('drain', end).off('close', end);
      resolve();
    };
    input.on('drain', end).on('close', end);
  });
}
