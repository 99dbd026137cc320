import { type FSWatcher, watch } from 'node:fs';
import type { Disposable, Listen } from '../../../converser/ground/async/listeners.ts';
import { listeners } from '../../../converser/ground/async/listeners.ts';

/** Watches only folders that were looked at: whole trees cost seconds and thousands of handles with `node_modules`. */
export interface DiskWatch extends Disposable {
  /** Must be called before the folder is read, so that no change falls between. */
  visit(folder: string): void;
  readonly onDidChange: Listen<void>;
}

const mostFolders = 500;

export function createDiskWatch(): DiskWatch {
  const { listen, fire } = listeners<void>();
  const watchers = new Map<string, FSWatcher>();

  function drop(folder: string): void {
    watchers.get(folder)?.close();
    watchers.delete(folder);
    // Changes there are no longer seen, so what was remembered of it must not be trusted.
    fire();
  }

  return {
    visit(folder) {
      if (watchers.has(folder)) return;
      const [oldest] = watchers.keys();
      if (watchers.size >= mostFolders && oldest !== undefined) drop(oldest);
      try {
        const watcher = watch(folder, { persistent: false }, () => fire());
        watcher.on('error', () => drop(folder));
        watchers.set(folder, watcher);
      } catch {
        fire();
      }
    },
    onDidChange: listen,
    dispose() {
      for (const watcher of watchers.values()) watcher.close();
      watchers.clear();
    },
  };
}
