import type { Label } from '../../../converser/words/labels/label.ts';
import type { KeptPlace } from '../../../converser/words/workspace/kept-place.ts';
import type { RegularFile } from '../../../files/read-regular-file.ts';
import type { Image } from './image.ts';

// JSON lines, each after its bytes, only appended: one `fdatasync` is durable, a crash cuts only the end.

export interface RecordHeader {
  readonly format: 1;
  readonly conversationId: string;
  readonly turnId?: string;
  readonly title: string;
  /** Absolute paths. */
  readonly roots: readonly string[];
  readonly at: string;
  readonly process: number;
  readonly undoes?: string;
  /** Holds the numbers of the changes that it is to take back. Only undos have it. */
  readonly takes?: readonly number[];
  /** Holds the present places of the undone files. Absent for all. */
  readonly only?: readonly KeptPlace[];
  /** The conversation shows another version, and with this one, the changes come back. */
  readonly isAside?: true;
}

export type KeptChange = {
  /** These folders had to be made for the change, the outermost first. */
  readonly made: readonly KeptPlace[];
} & (
  | {
      readonly kind: 'replace';
      readonly place: KeptPlace;
      readonly before: Image;
      /** The hash of the unsaved text in an editor, in UTF-8. */
      readonly unsaved?: string;
      /** The hash of what was about to be written. */
      readonly expected?: string;
      /** It became another file with the same name: other names of that one must not change with it. */
      readonly isOther?: boolean;
      /** An undo is about to put this there. */
      readonly target?: Image;
    }
  | { readonly kind: 'move'; readonly from: KeptPlace; readonly to: KeptPlace }
  /** `before` are the folder's permission bits. */
  | { readonly kind: 'mode'; readonly place: KeptPlace; readonly before: number }
);

export type RecordLine =
  | { readonly line: 'header'; readonly header: RecordHeader }
  | { readonly line: 'bytes'; readonly hash: string; readonly size: number }
  /** `undoes` is the number of the change which this one takes back, in the record that is undone. */
  | { readonly line: 'begin'; readonly number: number; readonly change: KeptChange; readonly undoes?: number }
  /** An undo has come to an end with this change of the other record: it is back, or it has to stay. */
  | ({ readonly line: 'settled' } & Settled)
  | { readonly line: 'done'; readonly number: number; readonly after: Image }
  | { readonly line: 'other'; readonly tool: string }
  /** Something has begun that may change any file. The manifest of that name holds what all was. */
  | {
      readonly line: 'watch';
      readonly number: number;
      readonly tool: string;
      readonly manifest: string;
      readonly process: number;
      /** What it writes may have this label. */
      readonly label?: Label;
    }
  /** An editor or a tool has written a file meanwhile: that isn't the command's change. */
  | {
      readonly line: 'saved';
      readonly number: number;
      readonly place: KeptPlace;
      readonly image: Image;
    }
  /** All that it has changed is in the lines before. */
  | { readonly line: 'watched'; readonly number: number }
  /** The record is complete. What is left behind may still come after it. */
  | { readonly line: 'end' };

export interface Settled {
  readonly undoes: number;
  readonly isBack: boolean;
}

export function placeOf(change: KeptChange): KeptPlace {
  return change.kind === 'move' ? change.from : change.place;
}

export function encodeLine(line: RecordLine): Uint8Array {
  return Buffer.from(`${JSON.stringify(line)}\n`);
}

export function bytesLines(hash: string, bytes: Uint8Array): readonly Uint8Array[] {
  return [encodeLine({ line: 'bytes', hash, size: bytes.length }), bytes, lineBreak];
}

const lineBreak = Buffer.from('\n');

/** Yields whole lines, each with the position after it, and that after the bytes which follow. */
export async function* recordLines(
  file: RegularFile,
): AsyncGenerator<{ readonly line: RecordLine; readonly end: number; readonly next: number }> {
  const size = Number(file.stats.size);
  const lineAt = readAhead(file);
  for (let at = 0; at < size; ) {
    const text = await lineAt(at);
    if (text === undefined) return;
    const end = at + text.length + 1;
    const line = parseLine(text);
    if (line === undefined) return;
    at = line.line === 'bytes' ? end + line.size + 1 : end;
    if (at > size) return;
    yield { line, end, next: at };
  }
}

/** Each read waits for a thread, and most lines are short. */
function readAhead(file: RegularFile): (start: number) => Promise<Buffer | undefined> {
  let held: Buffer = Buffer.alloc(0);
  let from = 0;
  return async start => {
    const pieces: Buffer[] = [];
    for (let at = start; ; ) {
      if (at < from || at >= from + held.length) [held, from] = [await file.readAt(at, 16_384), at];
      if (held.length === 0) return undefined;
      const rest = held.subarray(at - from);
      const end = rest.indexOf(10);
      pieces.push(end < 0 ? rest : rest.subarray(0, end));
      if (end >= 0) return Buffer.concat(pieces);
      at += rest.length;
    }
  };
}

/** Converser wrote it into a folder that is yours alone: what can be parsed is what was written. */
function parseLine(text: Buffer): RecordLine | undefined {
  try {
    return JSON.parse(text.toString()) as RecordLine;
  } catch {
    return undefined;
  }
}
