import { defined } from '../../../../converser/ground/json/defined.ts';
import type { WatchedChanges, WatchedTool } from '../../../../converser/words/workspace/undo-journal.ts';
import { encodeLine } from '../record-lines.ts';
import type { MadeChange } from './command-changes.ts';
import type { EditorSaves } from './editor-saves.ts';
import { changeLines, type FollowPorts, followSaves } from './follow-saves.ts';
import { keptChanges } from './kept-changes.ts';
import type { Labelling } from './label-changes.ts';
import type { Snapshots } from './snapshots.ts';

export interface WatchPorts extends FollowPorts {
  readonly snapshots: Snapshots;
  readonly running: Set<string>;
  readonly saves: EditorSaves;
  readonly labels: Labelling['labels'] | undefined;
  readonly onMade: (made: readonly MadeChange[]) => void;
}

/** `done` rejects if the changes can't be recorded. */
export async function watchChanges(about: WatchedTool, ports: WatchPorts): Promise<WatchedChanges> {
  const { tool, label } = about;
  const { snapshots, running, labels } = ports;
  const followed = followSaves({ saves: ports.saves, tool }, ports);
  const {
    manifest: before,
    name,
    notKept,
    number,
  } = await begin(about, ports).catch(async (cause: unknown) => {
    await followed.end();
    throw cause;
  });
  followed.begin({ before, number });
  const roots = before.roots.map(({ root }) => root);
  const release = label && labels?.during({ label, roots, saved: followed.saved });
  const beating = setInterval(() => void snapshots.touch(name).catch(() => {}), beat).unref();
  return {
    notKept,
    async done() {
      try {
        await followed.end();
        const after = await snapshots.look(before);
        const made = await keptChanges(before, after, {
          ...ports,
          contents: snapshots.contents(before),
          saved: followed.saved,
          labelling: labels && { label, labels },
        });
        const lines = made.changes.flatMap(each => changeLines(each, ports.numbered()));
        const others = made.lost.map(lost => encodeLine({ line: 'other', tool: `${tool} (${lost})` }));
        const end = encodeLine({ line: 'watched', number });
        await ports.append([...lines, ...others, end], { isDurable: true });
        ports.onMade(made.changes);
      } finally {
        clearInterval(beating);
        release?.();
        running.delete(name);
      }
    },
  };
}

/** In milliseconds between two notes that the command still runs. */
const beat = 250;

async function begin(
  { tool, signal, label, only }: WatchedTool,
  { snapshots, running, append, numbered }: WatchPorts,
) {
  const taken = await snapshots.take({ signal, only });
  signal.throwIfAborted();
  const [{ name }, number] = [taken, numbered()];
  const about = { number, tool, manifest: name, process: process.pid };
  const begun = defined({ line: 'watch' as const, ...about, label });
  running.add(name);
  await append([encodeLine(begun)], { isDurable: true }).catch((cause: unknown) => {
    running.delete(name);
    throw cause;
  });
  return { ...taken, number };
}
