import path from 'node:path';
import type { Log } from '../../converser/ground/ports.ts';
import { type CardMemory, createCardMemory } from '../../providers/check/card-memory.ts';
import { readState, stateFolder, writeState } from './state-file.ts';

export async function openCards(log: Log): Promise<CardMemory> {
  const file = path.join(stateFolder(), 'cards.json');
  const cards = createCardMemory({ read: () => readState(file), write: all => writeState(file, all) }, log);
  await cards.loaded;
  return cards;
}
