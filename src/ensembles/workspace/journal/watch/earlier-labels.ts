import type { ContentLabels } from '../../../../converser/words/labels/content-labels.ts';
import type { Label } from '../../../../converser/words/labels/label.ts';
import { decodeText } from '../../disk/text-encoding.ts';
import type { Entry } from '../manifest/folder-manifest.ts';
import type { Contents } from './snapshots.ts';

export interface EarlierLabels {
  look(entry: Entry, hash: string): Promise<void>;
  /** Maps the hashes of what was looked at to the labels of their texts. */
  readonly of: ReadonlyMap<string, Label>;
}

/** A command that changes a text doesn't make it one of yours. */
export async function createEarlierLabels(
  labels: Pick<ContentLabels, 'any' | 'of'>,
  contents: Contents,
): Promise<EarlierLabels> {
  const of = new Map<string, Label>();
  const mayBeNoted = await labels.any();
  return {
    of,
    async look(entry, hash) {
      if (!mayBeNoted || entry.size > largestText || of.has(hash)) return;
      const bytes = await contents.read(entry);
      const content = bytes && decodeText(bytes);
      const label = content?.kind === 'text' ? await labels.of(content.text) : undefined;
      if (label !== undefined) of.set(hash, label);
    },
  };
}

/** In bytes. */
const largestText = 5_000_000;
