import { readdir, readFile, realpath } from 'node:fs/promises';
import { decodeFile } from '../../../converser/words/workspace/decode-file.ts';
import type { DescriptorFiles } from './descriptor-files.ts';
import { watchFolders } from './watch-folders.ts';

/** A descriptor or a tool's source is written by hand: what is larger is something else. */
const largest = 1_000_000;

/** Descriptors on the disk of the machine on which this runs. */
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
