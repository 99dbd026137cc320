import { rm } from 'node:fs/promises';

/** Removes a folder in which a program that has just ended may still be writing. */
export function removeFolder(folder: string): Promise<void> {
  return rm(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 });
}
