import { readdir, readFile, realpath } from 'node:fs/promises';
import { decodeFile } from '../../../converser/words/workspace/decode-file.ts';
import type { DescriptorFiles } from './descriptor-files.ts';
import { watchFolders } from './watch-folders.ts';

/** Larger files are neither descriptors nor tools written by hand. */
const largest = 1_000_000;

export const nodeDescriptorFiles: DescriptorFiles = {
  list: async folder => (await readdir(folder).catch(() => [])).sort(),
  read: file => read(file).catch(() => undefined),
  watch: watchFolders,
};

async function read(file: string) {
  const [bytes, realPath] = await Promise.all([readFile(file), realpath(file)]);
  if (bytes.length > largest) return undefined;
  return { ...decodeFile(bytes), realPath };
}
