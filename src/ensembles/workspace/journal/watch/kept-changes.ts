import { absoluteKept } from '../../../../converser/words/workspace/kept-place.ts';
import { gitChanges } from '../git/git-state.ts';
import type { Manifest } from '../manifest/folder-manifest.ts';
import { type ChangesOptions, commandChanges, type MadeChange } from './command-changes.ts';
import { type ContentKeeperPorts, createContentKeeper } from './content-keeper.ts';
import { earlierLabels, type Labelling, labelChanges } from './label-changes.ts';
import { lostPlaces } from './not-kept.ts';

export interface KeptChanges {
  readonly changes: readonly MadeChange[];
  readonly lost: readonly string[];
}

export interface KeptChangesPorts extends ContentKeeperPorts, Pick<ChangesOptions, 'saved'> {
  readonly labelling: Labelling | undefined;
}

/** Resolves once the record holds the contents that an undo needs. */
export async function keptChanges(
  before: Manifest,
  after: Manifest,
  { saved, labelling, ...ports }: KeptChangesPorts,
): Promise<KeptChanges> {
  const earlier = labelling && (await earlierLabels(labelling.labels));
  const contents = createContentKeeper({ ...ports, look: earlier?.look });
  try {
    const { changes, lost } = await commandChanges(before, after, { keep: contents.keep, saved });
    await contents.flush();
    if (labelling !== undefined)
      await labelChanges({ changes, lost, unlisted: unlistedIn(after), earlier: earlier?.of }, labelling);
    return { changes, lost: [...lostPlaces(before, lost), ...gitChanges(before.git, after.git)] };
  } finally {
    ports.contents.end();
  }
}

function unlistedIn({ roots }: Manifest): readonly string[] {
  return roots.flatMap(({ root, unlisted }) => unlisted.map(path => absoluteKept({ root, path })));
}
