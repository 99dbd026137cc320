import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { JsonValue } from '../../converser/json/json.ts';
import type { Log } from '../../converser/ports.ts';
import { type CardFile, type CardMemory, createCardMemory } from '../../providers/check/card-memory.ts';
import { stateFolder } from './state-folder.ts';

/** The results of checks of models, in your own folder. */
export async function openCards(log: Log): Promise<CardMemory> {
  const cards = createCardMemory(cardFile(path.join(stateFolder(), 'cards.json')), log);
  await cards.loaded;
  return cards;
}

function cardFile(file: string): CardFile {
  return {
    read: async () => JSON.parse(await readFile(file, 'utf8')) as JsonValue,
    async write(all) {
      await mkdir(path.dirname(file), { recursive: true, mode: 0o700 });
      const draft = `${file}.${process.pid}`;
      await writeFile(draft, `${JSON.stringify(all, undefined, 2)}\n`, { mode: 0o600 });
      await rename(draft, file);
    },
  };
}
