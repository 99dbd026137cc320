import { lstat, mkdir, rmdir } from 'node:fs/promises';
import path from 'node:path';
import { serial } from '../../../converser/ground/async/serial.ts';
import type { HeldNotes } from './held-notes.ts';

/** Commands must not take these names in a root, though nothing is there yet. */
export interface HeldNames {
  hold(roots: readonly string[]): Promise<{ readonly release: () => Promise<void> }>;
}

/** Editors and git run what is there by themselves. */
const heldNames = ['.git', '.vscode'];

/** Only what exists can be mounted, so empty folders, which mean nothing to git and editors, stand for the rest. */
export function createHeldNames(notes: HeldNotes): HeldNames {
  const made = new Map<string, number>();
  const inTurn = serial();
  let cleared: Promise<void> | undefined;

  async function holdOne(place: string): Promise<boolean> {
    const users = made.get(place);
    if (users !== undefined) {
      made.set(place, users + 1);
      return true;
    }
    if (await isThere(place)) return false;
    made.set(place, 1);
    // Notes come first, as Converser may be killed at any moment.
    await notes.write([...made.keys()]);
    const isMade = await mkdir(place).then(
      () => true,
      () => false,
    );
    if (!isMade) await forget(place);
    return isMade;
  }

  async function forget(place: string): Promise<void> {
    made.delete(place);
    await notes.write([...made.keys()]);
  }

  async function releaseOne(place: string): Promise<void> {
    const users = (made.get(place) ?? 0) - 1;
    if (users > 0) return void made.set(place, users);
    // It isn't empty if you have put something into it meanwhile.
    await rmdir(place).catch(() => {});
    await forget(place);
  }

  return {
    async hold(roots) {
      cleared ??= notes.clear();
      await cleared;
      const places = roots.flatMap(root => heldNames.map(name => path.join(root, name)));
      const mine: string[] = [];
      await inTurn(async () => {
        for (const place of places) if (await holdOne(place)) mine.push(place);
      });
      let isReleased = false;
      return {
        async release() {
          if (isReleased) return;
          isReleased = true;
          await inTurn(async () => {
            for (const place of mine) await releaseOne(place);
          });
        },
      };
    },
  };
}

async function isThere(place: string): Promise<boolean> {
  return lstat(place).then(
    () => true,
    () => false,
  );
}
