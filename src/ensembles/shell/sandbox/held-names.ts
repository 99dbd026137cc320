import { mkdir, rmdir } from 'node:fs/promises';
import path from 'node:path';

/** Names in a root that commands must not take, though nothing is there yet. */
export interface HeldNames {
  hold(roots: readonly string[]): Promise<{ readonly release: () => Promise<void> }>;
}

/** What editors and git run by themselves as soon as it is there. */
const heldNames = ['.git', '.vscode'];

/**
 * Only what is there can be mounted, so empty folders stand for those that are not. They go with the last command that
 * needs them. Empty folders mean nothing to git and to editors.
 */
export function createHeldNames(): HeldNames {
  /** How many commands need each folder that we made. */
  const made = new Map<string, number>();

  async function holdOne(place: string): Promise<boolean> {
    const users = made.get(place);
    if (users !== undefined) {
      made.set(place, users + 1);
      return true;
    }
    made.set(place, 1);
    const isMade = await mkdir(place).then(
      () => true,
      () => false,
    );
    if (!isMade) made.delete(place);
    return isMade;
  }

  async function releaseOne(place: string): Promise<void> {
    const users = (made.get(place) ?? 0) - 1;
    if (users > 0) return void made.set(place, users);
    made.delete(place);
    // It is not empty if you have put something into it meanwhile.
    await rmdir(place).catch(() => {});
  }

  return {
    async hold(roots) {
      const places = roots.flatMap(root => heldNames.map(name => path.join(root, name)));
      const mine: string[] = [];
      for (const place of places) if (await holdOne(place)) mine.push(place);
      let isReleased = false;
      return {
        async release() {
          if (isReleased) return;
          isReleased = true;
          for (const place of mine) await releaseOne(place);
        },
      };
    },
  };
}
