import type { Disposable } from '../../../../converser/ground/async/listeners.ts';

/** What is saved in editors, which must not pass for what a command has changed meanwhile. */
export interface EditorSaves {
  /** Only heard while a command runs. */
  listen(listener: SaveListener): Disposable;
}

export interface SaveListener {
  /** A file is about to be written, by its absolute path, which waits for this. Never rejects. */
  saving(file: string): Promise<void>;
  /**
   * It is written. Never rejects.
   *
   * @param bytes what was written; `undefined` where only the file tells
   */
  saved(file: string, bytes: Promise<Uint8Array | undefined>): Promise<void>;
}

/** The same, with what tools write: who calls `saving` and `saved` tells those that listen. */
export type ForeignWrites = EditorSaves & SaveListener;

/** @param editors absent: there are none */
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
