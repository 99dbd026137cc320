import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type {
  EditorSaves,
  SaveListener,
} from '../../../../../src/ensembles/workspace/journal/watch/editor-saves.ts';

export interface SavingEditor extends EditorSaves {
  /** @param written is called when the file is written, and those that listen do not know it yet */
  save(file: string, text: string, written?: () => Promise<void>): Promise<void>;
}

/** Saves files as an editor does: those that listen are told before, and after. */
export function createSavingEditor(): SavingEditor {
  const listeners = new Set<SaveListener>();
  return {
    listen(listener) {
      listeners.add(listener);
      return { dispose: () => void listeners.delete(listener) };
    },
    async save(file, text, written) {
      await Promise.all([...listeners].map(each => each.saving(file)));
      await mkdir(path.dirname(file), { recursive: true });
      await writeFile(file, text);
      await written?.();
      await Promise.all([...listeners].map(each => each.saved(file, Promise.resolve(Buffer.from(text)))));
    },
  };
}
