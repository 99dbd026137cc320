import type { WatchedChanges, WatchedTool } from '../../../../converser/trust/journal.ts';
import type { Manifest } from '../manifest/manifest.ts';
import { encodeLine } from '../record-lines.ts';
import type { ContentKeeperPorts } from './content-keeper.ts';
import { keptChanges } from './kept-changes.ts';
import type { Snapshots } from './snapshots.ts';

export interface WatchPorts extends Omit<ContentKeeperPorts, 'contents'> {
  /** The number of the next change. */
  readonly numbered: () => number;
  readonly snapshots: Snapshots;
  /** The manifests of what runs now. */
  readonly running: Set<string>;
}

/** Keeps what all files are, and records afterwards what has become of them. `done` rejects if it can't be recorded. */
export async function watchChanges(
  { tool, signal }: WatchedTool,
  ports: WatchPorts,
): Promise<WatchedChanges> {
  const { append, numbered, snapshots, running } = ports;
  const { manifest: before, name, notKept } = await snapshots.take(signal);
  signal.throwIfAborted();
  const number = numbered();
  const begun = { line: 'watch', number, tool, manifest: name, process: process.pid } as const;
  running.add(name);
  await append([encodeLine(begun)], { isDurable: true }).catch((cause: unknown) => {
    running.delete(name);
    throw cause;
  });
  return {
    notKept,
    async done() {
      try {
        const after = await snapshots.look(before.roots.map(({ root }) => root));
        const lines = await changeLines({ tool, before, after }, ports);
        await append([...lines, encodeLine({ line: 'watched', number })], { isDurable: true });
      } finally {
        running.delete(name);
      }
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
  const contents = ports.snapshots.contents(before);
  const made = await keptChanges(before, after, { ...ports, contents });
  const changes = made.changes.flatMap(({ change, after: image }) => {
    const number = ports.numbered();
    return [
      encodeLine({ line: 'begin', number, change }),
      encodeLine({ line: 'done', number, after: image }),
    ];
  });
  const others = made.lost.map(lost => encodeLine({ line: 'other', tool: `${tool} (${lost})` }));
  return [...changes, ...others];
}
