import path from 'node:path';
import type { DescriptorFiles } from '../../src/ensembles/descriptors/files/descriptor-files.ts';

/** Files in memory, given by absolute path. Changes are told by calling `changed`. */
export function createFakeDescriptorFiles(texts: Record<string, string>): DescriptorFiles & {
  readonly changed: () => void;
  readonly reads: readonly string[];
} {
  const waiting = new Set<() => void>();
  const reads: string[] = [];
  return {
    reads,
    list: async folder =>
      Object.keys(texts)
        .filter(file => path.dirname(file) === folder)
        .map(file => path.basename(file))
        .sort(),
    async read(file) {
      reads.push(file);
      const text = texts[file];
      return text === undefined ? undefined : { text, realPath: file };
    },
    watch(_folders, onChange) {
      waiting.add(onChange);
      return { dispose: () => void waiting.delete(onChange) };
    },
    changed() {
      for (const tell of [...waiting]) {
        waiting.delete(tell);
        tell();
      }
    },
  };
}
