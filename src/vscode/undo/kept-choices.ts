import type * as vscode from 'vscode';
import { absoluteKept } from '../../converser/words/workspace/kept-place.ts';
import type { ChangedFile } from '../../ensembles/workspace/journal/changed-files.ts';

/** Undoing their turn leaves the files that you keep. */
export interface KeptChoices {
  isKept(record: string, file: Pick<ChangedFile, 'now'>): boolean;
  set(record: string, file: Pick<ChangedFile, 'now'>, isKept: boolean): Promise<void>;
}

const key = 'converser.keptFiles';

/** The journal keeps no more records. */
const mostRecords = 200;

type Stored = Readonly<Record<string, readonly string[]>>;

export function createKeptChoices(state: Pick<vscode.Memento, 'get' | 'update'>): KeptChoices {
  const stored = () => state.get<Stored>(key, {});
  const placesOf = (record: string) => (Object.hasOwn(stored(), record) ? (stored()[record] ?? []) : []);
  return {
    isKept: (record, { now }) => placesOf(record).includes(absoluteKept(now)),
    async set(record, { now }, isKept) {
      const place = absoluteKept(now);
      const others = placesOf(record).filter(each => each !== place);
      const { [record]: _former, ...rest } = stored();
      const places = isKept ? [...others, place] : others;
      const all = [...Object.entries(rest), ...(places.length === 0 ? [] : [[record, places] as const])];
      await state.update(key, Object.fromEntries(all.slice(-mostRecords)));
    },
  };
}
