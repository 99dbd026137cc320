import type { Disposable } from '../../../converser/ground/async/listeners.ts';
import type { DecodedFile } from '../../../converser/words/workspace/decode-file.ts';

/** Contract: what doesn't exist or can't be read is absent; nothing rejects because of it. */
export interface DescriptorFiles {
  list(folder: string): Promise<readonly string[]>;
  read(path: string): Promise<DescriptorFile | undefined>;
  /**
   * Calls `onChange` once, soon after something directly in one of the folders has changed, and then stops watching. To
   * miss nothing, watch again before you read. If a path is a file, only that file counts.
   */
  watch(folders: readonly string[], onChange: () => void): Disposable;
}

export interface DescriptorFile extends DecodedFile {
  /** Symbolic links are resolved. */
  readonly realPath: string;
}
