import { realpath } from 'node:fs/promises';

/** The real paths of those that are there, each once. */
export async function realFolders(places: readonly string[]): Promise<readonly string[]> {
  const found = await Promise.all(places.map(place => realpath(place).catch(() => undefined)));
  return [...new Set(found.filter(place => place !== undefined))];
}
