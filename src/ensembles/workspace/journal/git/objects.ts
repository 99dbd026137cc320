import { mirrorOf } from './git-mirror.ts';
import type { GitState } from './git-state.ts';
import { createObjectReader, type ObjectReader } from './object-reader.ts';

export function createObjects(git: readonly GitState[], mirrors: string): ObjectReader {
  const readers = new Map<string, ObjectReader>();
  return {
    async read(oid) {
      for (const { common } of git) {
        const reader = readers.get(common) ?? createObjectReader(mirrorOf({ common }, mirrors));
        readers.set(common, reader);
        const bytes = await reader.read(oid);
        if (bytes !== undefined) return bytes;
      }
      return undefined;
    },
    end() {
      for (const reader of readers.values()) reader.end();
    },
  };
}
