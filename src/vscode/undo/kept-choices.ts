import { absoluteKept } from '../../converser/words/workspace/kept-place.ts';
import type { ChangedFile } from '../../ensembles/workspace/journal/changed-files.ts';
import type { DecidedChanges } from '../../ensembles/workspace/marks/waiting-files.ts';
import { keptById, type State } from '../common/kept-by-id.ts';

type Placed = Pick<ChangedFile, 'now'>;

/** Undoing their turn leaves the files that you keep. */
export interface KeptChoices {
  isKept(record: string, file: Placed): boolean;
  /** Forgets what was decided of single changes. */
  set(record: string, file: Placed, isKept: boolean): Promise<void>;
  /** Says which changes you have kept or undone in a file that isn't kept as a whole. */
  decided(record: string, file: Placed): DecidedChanges;
  decide(record: string, file: Placed, changes: Partial<DecidedChanges>): Promise<void>;
}

const keys = { files: 'converser.keptFiles', changes: 'converser.decidedChanges' } as const;

export function createKeptChoices(state: State): KeptChoices {
  const files = keptById<readonly string[]>(state, keys.files);
  const changes = keptById<Readonly<Record<string, DecidedChanges>>>(state, keys.changes);
  const decidedIn = (record: string, file: Placed): DecidedChanges => {
    const { [absoluteKept(file.now)]: found = { kept: [], undone: [] } } = changes.of(record) ?? {};
    return found;
  };
  return {
    isKept: (record, { now }) => files.of(record)?.includes(absoluteKept(now)) === true,
    async set(record, { now }, isKept) {
      const place = absoluteKept(now);
      const others = (files.of(record) ?? []).filter(each => each !== place);
      const places = isKept ? [...others, place] : others;
      await files.set(record, places.length === 0 ? undefined : places);
      const { [place]: former, ...rest } = changes.of(record) ?? {};
      if (former !== undefined) await changes.set(record, rest);
    },
    decided: decidedIn,
    async decide(record, file, { kept = [], undone = [] }) {
      const former = decidedIn(record, file);
      const now: DecidedChanges = {
        kept: [...new Set([...former.kept, ...kept])],
        undone: [...new Set([...former.undone, ...undone])].filter(name => !kept.includes(name)),
      };
      await changes.set(record, { ...changes.of(record), [absoluteKept(file.now)]: now });
    },
  };
}
