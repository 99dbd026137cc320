import type { Journal } from '../../../converser/words/workspace/undo-journal.ts';

export function tellingEnds(journal: Journal, ended: () => void): Journal {
  return {
    ...journal,
    record(origin) {
      const record = journal.record(origin);
      let isBegun = false;
      return {
        ...record,
        begin(change) {
          isBegun = true;
          return record.begin(change);
        },
        watch(about) {
          isBegun = true;
          return record.watch(about);
        },
        async end() {
          await record.end();
          if (isBegun) ended();
        },
      };
    },
  };
}
