import type { WatchedChanges, WatchedTool } from '../../../../converser/trust/journal.ts';
import { hashOf } from '../image.ts';
import type { Entry, Manifest } from '../manifest/manifest.ts';
import { bytesLines, encodeLine } from '../record-file.ts';
import type { RecordFile } from '../record-writer.ts';
import { commandChanges, type KeepContent } from './command-changes.ts';
import { lostPlaces } from './not-kept.ts';
import type { Snapshots } from './snapshots.ts';

export interface WatchPorts {
  readonly append: RecordFile['append'];
  /** The number of the next change. */
  readonly numbered: () => number;
  /** The hashes of what the record holds already. */
  readonly kept: Set<string>;
  readonly snapshots: Snapshots;
}

/** Keeps what all files are, and records afterwards what has become of them. `done` rejects if it can't be recorded. */
export async function watchChanges(
  { tool, signal }: WatchedTool,
  ports: WatchPorts,
): Promise<WatchedChanges> {
  const { append, numbered, snapshots } = ports;
  const { manifest: before, name, notKept } = await snapshots.take(signal);
  signal.throwIfAborted();
  const number = numbered();
  const begun = { line: 'watch', number, tool, manifest: name, process: process.pid } as const;
  await append([encodeLine(begun)], { isDurable: true });
  return {
    notKept,
    async done() {
      const after = await snapshots.look();
      const lines = await changeLines({ tool, before, after }, ports);
      await append([...lines, encodeLine({ line: 'watched', number })], { isDurable: true });
    },
  };
}

interface Ran {
  readonly tool: string;
  readonly before: Manifest;
  readonly after: Manifest;
}

/** What has been changed, as lines of a record. The bytes that they need are appended meanwhile. */
async function changeLines({ tool, before, after }: Ran, ports: WatchPorts): Promise<readonly Uint8Array[]> {
  const contents = contentKeeper(ports);
  const made = await commandChanges(before, after, contents.keep);
  await contents.flush();
  const changes = made.changes.flatMap(({ change, after: image }) => {
    const number = ports.numbered();
    return [
      encodeLine({ line: 'begin', number, change }),
      encodeLine({ line: 'done', number, after: image }),
    ];
  });
  const others = lostPlaces(before, made.lost).map(lost =>
    encodeLine({ line: 'other', tool: `${tool} (${lost})` }),
  );
  return [...changes, ...others];
}

/** Copies contents from the store into the record, which may be needed when the store has long forgotten them. */
function contentKeeper({ append, kept, snapshots }: Pick<WatchPorts, 'append' | 'kept' | 'snapshots'>) {
  let lines: Uint8Array[] = [];
  let bytes = 0;
  async function flush(): Promise<void> {
    const waiting = lines;
    lines = [];
    bytes = 0;
    if (waiting.length > 0) await append(waiting);
  }
  const keep: KeepContent = async (entry: Entry) => {
    if (entry.hash !== undefined && kept.has(entry.hash)) return entry.hash;
    const content = await snapshots.content(entry);
    if (content === undefined) return undefined;
    const hash = entry.hash ?? hashOf(content);
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

/** Bytes. */
const largestGroup = 8 * 1024 ** 2;
