import { realpathSync } from 'node:fs';
import path from 'node:path';

export function isInside(folder: string, file: string): boolean {
  const relative = path.relative(folder, file);
  return relative !== '' && !path.isAbsolute(relative) && relative.split(path.sep)[0] !== '..';
}

export function isAmong(folders: readonly string[], place: string): boolean {
  const real = realPathOf(place);
  return folders.map(realPathOf).some(folder => folder === real || isInside(folder, real));
}

function realPathOf(place: string): string {
  try {
    return realpathSync.native(place);
  } catch {
    return path.resolve(place);
  }
}
