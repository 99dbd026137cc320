import { realpath } from 'node:fs/promises';

export async function realFolders(places: readonly string[]): Promise<readonly string[]> {
  const found = await Promise.all(places.map(place => realpath(place).catch(() => undefined)));
  return [...new Set(found.filter(place => place !== undefined))];
}
