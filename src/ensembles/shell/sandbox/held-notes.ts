import { mkdir, readdir, rm, rmdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { readText } from '../../../files/read-regular-file.ts';
import { isAlive } from '../../process/is-alive.ts';

/** Notes the empty folders that stand in workspaces for this process, so that they go even if it is killed. */
export interface HeldNotes {
  write(places: readonly string[]): Promise<void>;
  /** Removes what ended processes have left. Never rejects. */
  clear(): Promise<void>;
}

const noteName = /^held-(\d+)\.json$/;

export function createHeldNotes(folder: string): HeldNotes {
  const own = path.join(folder, `held-${process.pid}.json`);

  async function clearNote(name: string): Promise<void> {
    const pid = Number(noteName.exec(name)?.[1]);
    if (!Number.isInteger(pid) || isAlive(pid)) return;
    const note = path.join(folder, name);
    const places: unknown = JSON.parse(await readText(note));
    const left = Array.isArray(places) ? places.filter(place => typeof place === 'string') : [];
    for (const place of left) await rmdir(place).catch(() => {});
    await rm(note, { force: true });
  }

  return {
    async write(places) {
      if (places.length === 0) return rm(own, { force: true }).catch(() => {});
      await mkdir(folder, { recursive: true, mode: 0o700 }).catch(() => {});
      await writeFile(own, JSON.stringify(places), { mode: 0o600 }).catch(() => {});
    },
    async clear() {
      const names = await readdir(folder).catch(() => []);
      for (const name of names) await clearNote(name).catch(() => {});
    },
  };
}
