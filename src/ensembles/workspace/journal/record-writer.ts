import { type FileHandle, open } from 'node:fs/promises';
import { encodeLine, type RecordHeader } from './record-lines.ts';

export interface RecordFile {
  /** Writes all of the lines or nothing: nothing behind half a line could be read. One call at a time. */
  append(lines: readonly Uint8Array[], how?: { readonly isDurable: boolean }): Promise<void>;
  /** Writes with the next lines or at the end, so a crash may take it away: alone, it would cost a write. */
  add(line: Uint8Array): Promise<void>;
  end(): Promise<void>;
}

export interface NewRecord {
  readonly path: string;
  readonly header: RecordHeader;
}

/** The file is made with its first line, and stays open because durable lines come in rows. */
export function createRecordFile(make: () => Promise<NewRecord>): RecordFile {
  let path: string | undefined;
  let handle: FileHandle | undefined;
  let size = 0;
  let waiting: readonly Uint8Array[] = [];
  let isTorn = false;
  let isEnded = false;

  async function opened(): Promise<FileHandle> {
    if (path !== undefined) return open(path, 'a', 0o600);
    const made = await make();
    const header = encodeLine({ line: 'header', header: made.header });
    const begun = await open(made.path, 'a', 0o600);
    await begun.appendFile(header).catch(async (cause: unknown) => {
      await begun.close();
      throw cause;
    });
    path = made.path;
    size = header.length;
    return begun;
  }

  async function close(): Promise<void> {
    await handle?.close();
    handle = undefined;
  }

  const append: RecordFile['append'] = async (lines, { isDurable } = { isDurable: false }) => {
    handle ??= await opened();
    if (isTorn) await handle.truncate(size);
    isTorn = true;
    const bytes = Buffer.concat([...waiting, ...lines]);
    await handle.appendFile(bytes);
    if (isDurable) await handle.datasync();
    size += bytes.length;
    isTorn = false;
    waiting = [];
    if (isEnded) await close();
  };

  return {
    append,
    async add(line) {
      waiting = [...waiting, line];
      if (isEnded) await append([]);
    },
    async end() {
      isEnded = true;
      if (path === undefined && waiting.length === 0) return;
      await append([encodeLine({ line: 'end' })]).finally(close);
    },
  };
}
