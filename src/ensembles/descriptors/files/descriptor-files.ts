import type { Disposable } from '../../../converser/ground/async/listeners.ts';
import type { DecodedFile } from '../../../converser/words/workspace/decode-file.ts';

/**
 * The files that descriptors are made of.
 *
 * Contract: nothing here rejects because something does not exist or may not be read; it is then absent.
 */
export interface DescriptorFiles {
  /** The names of what lies directly in a folder, sorted. */
  list(folder: string): Promise<readonly string[]>;
  read(path: string): Promise<DescriptorFile | undefined>;
  /**
   * Calls `onChange` once, soon after something directly in one of the folders has changed or one of them has
   * been made, and then stops watching. To miss nothing, watch again before you read. A file may stand for a folder: then
   * nothing but that file counts.
   */
  watch(folders: readonly string[], onChange: () => void): Disposable;
}

export interface DescriptorFile extends DecodedFile {
  /** Where the file really is, symbolic links resolved. */
  readonly realPath: string;
}
