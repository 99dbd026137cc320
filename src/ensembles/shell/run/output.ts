import type { FileHandle } from 'node:fs/promises';
import { mkdir, open, rm } from 'node:fs/promises';
import path from 'node:path';
import { serial } from '../../../converser/ground/async/serial.ts';
import { countText } from '../../../converser/ground/wording/numbers.ts';

export interface Output {
  /** Resolves when more may be added; until then, nothing more is read from the program. */
  add(text: string): Promise<void>;
  /** Shows the whole, or its beginning and end around a line that says how to read the rest. */
  shown(): string;
  read(from: number, length: number): Promise<OutputPart>;
  /** In bytes. */
  readonly size: number;
  /** The file stays until `remove`. */
  end(): Promise<void>;
  remove(): Promise<void>;
}

export interface OutputPart {
  readonly text: string;
  readonly next: number;
}

export interface OutputOptions {
  /** The file is made once the output is too long to be shown. */
  readonly file: string;
  readonly readOn: string;
  /** In bytes. What comes after them is dropped. */
  readonly mostKept: number;
}

/** In bytes. Together they are shorter than a result may be. */
const headSize = 9_000;
const tailSize = 12_000;

/** Moves output from memory into a file once it is long, so that memory stays flat. */
export function createOutput({ file, readOn, mostKept }: OutputOptions): Output {
  const inTurn = serial();
  let size = 0;
  let kept = 0;
  let memory: Buffer | undefined = Buffer.alloc(0);
  let head = '';
  let tail = '';
  let handle: FileHandle | undefined;
  let isFull = false;

  async function store(bytes: Buffer): Promise<void> {
    const room = isFull ? 0 : Math.max(0, mostKept - kept);
    const taken = bytes.subarray(0, room);
    kept += taken.length;
    if (memory !== undefined && memory.length + taken.length <= headSize + tailSize) {
      memory = Buffer.concat([memory, taken]);
      return;
    }
    if (memory !== undefined) {
      await mkdir(path.dirname(file), { recursive: true, mode: 0o700 });
      handle = await open(file, 'wx+', 0o600);
      await handle.appendFile(memory);
      memory = undefined;
    }
    if (taken.length > 0) await handle?.appendFile(taken);
  }

  return {
    get size() {
      return size;
    },
    add(text) {
      const bytes = Buffer.from(text);
      size += bytes.length;
      if (head.length < headSize) head += text.slice(0, headSize - head.length);
      tail = `${tail}${text}`.slice(-tailSize);
      // A full disk must not stop the program, which would wait for its output to be read.
      return inTurn(() => store(bytes)).catch(() => {
        isFull = true;
      });
    },
    shown() {
      if (memory !== undefined) return memory.toString('utf8');
      const missing = Math.max(0, size - Buffer.byteLength(head) - Buffer.byteLength(tail));
      const dropped = size > kept ? ` Only the first ${countText(kept, 'byte')} are kept.` : '';
      const gap = `[… ${countText(missing, 'byte')} of ${size} left out here. ${readOn}${dropped}]`;
      return `${wholeLines(head, 'head')}\n${gap}\n${wholeLines(tail, 'tail')}`;
    },
    read: (from, length) =>
      inTurn(async () => {
        const start = Math.min(from, kept);
        if (memory !== undefined) return partOf(memory.subarray(start, start + length), start);
        const bytes = Buffer.alloc(Math.min(length, kept - start));
        const { bytesRead = 0 } = (await handle?.read(bytes, 0, bytes.length, start)) ?? {};
        return partOf(bytes.subarray(0, bytesRead), start);
      }),
    end: () => inTurn(async () => {}),
    remove: () =>
      inTurn(async () => {
        await handle?.close();
        handle = undefined;
        await rm(file, { force: true });
      }),
  };
}

function partOf(bytes: Buffer, start: number): OutputPart {
  const text = new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes, { stream: true });
  return { text, next: start + Buffer.byteLength(text) };
}

function wholeLines(text: string, side: 'head' | 'tail'): string {
  const plain = text.toWellFormed();
  if (side === 'head') {
    const at = plain.lastIndexOf('\n');
    return at > plain.length - 500 ? plain.slice(0, at) : plain;
  }
  const at = plain.indexOf('\n');
  return at !== -1 && at < 500 ? plain.slice(at + 1) : plain;
}
