import { hashOf } from '../image.ts';
import { bytesLines } from '../record-lines.ts';
import type { RecordFile } from '../record-writer.ts';
import type { KeepContent } from './command-changes.ts';
import type { Contents } from './snapshots.ts';

export interface ContentKeeperPorts {
  readonly append: RecordFile['append'];
  readonly kept: Set<string>;
  readonly contents: Contents;
  readonly look?: ((hash: string, content: Uint8Array) => Promise<void>) | undefined;
}

/** Copies contents into the record, because the store may forget them sooner. */
export function createContentKeeper({ append, kept, contents, look }: ContentKeeperPorts) {
  let lines: Uint8Array[] = [];
  let bytes = 0;
  async function flush(): Promise<void> {
    const waiting = lines;
    lines = [];
    bytes = 0;
    if (waiting.length > 0) await append(waiting);
  }
  const keep: KeepContent = async entry => {
    if (entry.hash !== undefined && kept.has(entry.hash) && look === undefined) return entry.hash;
    const content = await contents.read(entry);
    if (content === undefined) return undefined;
    const hash = entry.hash ?? hashOf(content);
    await look?.(hash, content);
    if (!kept.has(hash)) {
      kept.add(hash);
      lines.push(...bytesLines(hash, content));
      bytes += content.length;
      if (bytes > largestGroup) await flush();
    }
    return hash;
  };
  return { keep, flush };
}

/** In bytes. */
const largestGroup = 8 * 1024 ** 2;
