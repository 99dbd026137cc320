import type { ChildProcess } from 'node:child_process';
import type { Readable } from 'node:stream';
import type { Disposable } from '../../../converser/ground/async/listeners.ts';
import { defined } from '../../../converser/ground/json/defined.ts';
import type { Clock } from '../../../converser/ground/ports.ts';
import type { ProcessGuard } from '../../process/process-guard.ts';
import { type Launch, startProcess } from '../../process/start-process.ts';
import { endTree, killLeft, markName } from './end-tree.ts';
import type { Output } from './output.ts';
import { type ReadableOutput, readableOutput } from './readable-output.ts';

export interface CommandEnd {
  readonly how: 'exited' | 'stopped' | 'out-of-time';
  readonly code?: number;
  readonly signal?: string;
  /** Programs that it left running were ended. In a sandbox this stays unknown: they end with it. */
  readonly leftPrograms: boolean;
  /** In milliseconds. */
  readonly duration: number;
}

export interface StartOptions {
  readonly output: Output;
  readonly mark: string;
  /** In milliseconds. Default: as long as Converser runs. */
  readonly limit?: number | undefined;
  readonly guard: ProcessGuard;
  readonly clock: Clock;
  readonly hide: (text: string) => string;
  readonly onText?: ((text: string) => void) | undefined;
  /** Awaited before its end is reported; never rejects. */
  readonly onEnd?: (() => Promise<void>) | undefined;
  readonly errorsApart?: boolean | undefined;
  readonly isSandboxed?: boolean | undefined;
  readonly stdin?: string | undefined;
}

const mostErrors = 8_000;

/** In milliseconds. Output of what a command left running is read for so long. */
const drain = 300;

export async function startCommand(launch: Launch, options: StartOptions): Promise<RunningCommand> {
  const { guard, mark } = options;
  const expected = guard.expect(`${markName}=${mark}`);
  let guarded: Disposable | undefined;
  const child = await startProcess({ ...launch, env: { ...launch.env, [markName]: mark } }, pid => {
    guarded = guard.watch(pid);
  }).finally(() => expected.dispose());
  return new RunningCommand(child, options, guarded);
}

export class RunningCommand {
  readonly output: Output;
  /** Never rejects. */
  readonly ended: Promise<CommandEnd>;
  readonly #child: ChildProcess;
  readonly #options: StartOptions;
  readonly #began: number;
  readonly #readers: readonly Reading[];
  readonly #stopLimit: () => void;
  #errors = '';
  #how: CommandEnd['how'] = 'exited';
  #end: CommandEnd | undefined;
  #ending: Promise<void> | undefined;
  #news = Promise.withResolvers<void>();

  constructor(child: ChildProcess, options: StartOptions, guarded: Disposable | undefined) {
    const { output, limit, clock, hide, stdin = '' } = options;
    this.output = output;
    this.#child = child;
    this.#options = options;
    this.#began = clock.monotonic();
    for (const stream of child.stdio) stream?.on('error', () => {});
    child.stdin?.end(stdin);
    const streams = [child.stdout, child.stderr].filter(stream => stream !== null);
    this.#readers = streams.map(stream => {
      const isApart = options.errorsApart === true && stream === child.stderr;
      return readFrom(stream, hide, isApart ? async text => this.#addError(text) : text => this.#add(text));
    });
    this.#stopLimit = limit === undefined ? () => {} : clock.after(limit, () => this.#endNow('out-of-time'));
    this.ended = this.#followToEnd().finally(() => guarded?.dispose());
  }

  get errors(): string {
    return this.#errors;
  }

  get end(): CommandEnd | undefined {
    return this.#end;
  }

  /** Ends it within a second, with all that it started. */
  stop(): Promise<CommandEnd> {
    this.#endNow('stopped');
    return this.ended;
  }

  async flush(): Promise<void> {
    for (const { reader, add } of this.#readers) await add(reader.flush());
  }

  news(): Promise<void> {
    return this.#end === undefined ? this.#news.promise : Promise.resolve();
  }

  async #add(text: string): Promise<void> {
    if (text === '') return;
    await this.output.add(text);
    this.#options.onText?.(text);
    this.#tell();
  }

  #addError(text: string): void {
    this.#errors = `${this.#errors}${text}`.slice(-mostErrors);
    if (text !== '') this.#options.onText?.(text);
  }

  #tell(): void {
    this.#news.resolve();
    this.#news = Promise.withResolvers();
  }

  #endNow(why: CommandEnd['how']): void {
    if (this.#ending !== undefined || this.#end !== undefined) return;
    this.#how = why;
    this.#ending = endTree(this.#child, this.#options);
  }

  async #followToEnd(): Promise<CommandEnd> {
    const { clock, isSandboxed } = this.#options;
    const { code, signal } = await exitOf(this.#child);
    this.#stopLimit();
    const quiet = new AbortController();
    const drained = Promise.all(this.#readers.map(({ done }) => done)).then(() => quiet.abort('read'));
    await Promise.race([drained, clock.sleep(drain, quiet.signal)]);
    const wasLeft = await killLeft(this.#child, this.#options);
    for (const stream of this.#child.stdio) stream?.destroy();
    await drained;
    await this.flush();
    await this.output.end();
    await this.#options.onEnd?.();
    const duration = clock.monotonic() - this.#began;
    const how = this.#how;
    this.#end = defined({
      how,
      code: code ?? undefined,
      signal: signal ?? undefined,
      leftPrograms: wasLeft && how === 'exited' && isSandboxed !== true,
      duration,
    });
    this.#tell();
    return this.#end;
  }
}

interface Reading {
  readonly reader: ReadableOutput;
  readonly add: (text: string) => Promise<void>;
  readonly done: Promise<void>;
}

/** What comes faster than it can be stored waits in its pipe. */
function readFrom(
  stream: Readable,
  hide: StartOptions['hide'],
  add: (text: string) => Promise<void>,
): Reading {
  const reader = readableOutput(hide);
  const read = async () => {
    for await (const chunk of stream) await add(reader.add(chunk as Buffer));
  };
  return { reader, add, done: read().catch(() => {}) };
}

function exitOf(child: ChildProcess): Promise<{ code: number | null; signal: NodeJS.Signals | null }> {
  const { exitCode: code, signalCode: signal } = child;
  if (code !== null || signal !== null) return Promise.resolve({ code, signal });
  return new Promise(resolve => child.once('exit', (code, signal) => resolve({ code, signal })));
}
