import type { Disposable } from '../../../converser/ground/async/listeners.ts';
import type { DecodedFile } from '../../../converser/words/workspace/decode-file.ts';

/** Contract: what doesn't exist is absent, and what can't be read has a problem; nothing rejects because of it. */
export interface DescriptorFiles {
  list(folder: string): Promise<readonly string[]>;
  read(path: string): Promise<DescriptorFile | undefined>;
  /** Calls once, soon after a change directly in a folder or to a file: watch again before you read. */
  watch(folders: readonly string[], onChange: () => void): Disposable;
}

export interface DescriptorFile extends DecodedFile {
  /** Symbolic links are resolved. */
  readonly realPath: string;
}
