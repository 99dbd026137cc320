import type { ChangeRecord, Journal } from '../../src/converser/words/workspace/undo-journal.ts';

export const noRecord: ChangeRecord = {
  begin: async () => ({ done: async () => {} }),
  watch: async () => ({ notKept: [], done: async () => {} }),
  noteOther: async () => {},
  end: async () => {},
};

/** Lets everything run, and keeps nothing of it. */
export const noJournal: Journal = {
  record: () => noRecord,
  trouble: async () => undefined,
  foresee: async () => [],
};
