import type { Disposable } from '../../../../converser/ground/async/listeners.ts';

/** What is saved in editors must not pass for what a command has changed meanwhile. */
export interface EditorSaves {
  listen(listener: SaveListener): Disposable;
}

export interface SaveListener {
  /** The file at this absolute path waits for this before it is written. Never rejects. */
  saving(file: string): Promise<void>;
  /** `bytes` was written; `undefined` where only the file tells. Never rejects. */
  saved(file: string, bytes: Promise<Uint8Array | undefined>): Promise<void>;
}

/** Includes what tools write: calling `saving` and `saved` tells the listeners. */
export type ForeignWrites = EditorSaves & SaveListener;

export function createForeignWrites(editors: EditorSaves | undefined): ForeignWrites {
  const listeners = new Set<SaveListener>();
  return {
    listen(listener) {
      listeners.add(listener);
      const listening = editors?.listen(listener);
      return {
        dispose() {
          listeners.delete(listener);
          listening?.dispose();
        },
      };
    },
    async saving(file) {
      await Promise.all([...listeners].map(each => each.saving(file)));
    },
    async saved(file, bytes) {
      await Promise.all([...listeners].map(each => each.saved(file, bytes)));
    },
  };
}
