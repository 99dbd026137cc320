import { gitChanges } from '../git/git-state.ts';
import type { Manifest } from '../manifest/manifest.ts';
import { type ChangesOptions, commandChanges, type MadeChange } from './command-changes.ts';
import { type ContentKeeperPorts, createContentKeeper } from './content-keeper.ts';
import { lostPlaces } from './not-kept.ts';

export interface KeptChanges {
  readonly changes: readonly MadeChange[];
  /** For people: what has changed and can't be brought back. */
  readonly lost: readonly string[];
}

/** What has happened between two listings, once the record holds the contents that it takes to undo it. */
export async function keptChanges(
  before: Manifest,
  after: Manifest,
  { saved, ...ports }: ContentKeeperPorts & Pick<ChangesOptions, 'saved'>,
): Promise<KeptChanges> {
  const contents = createContentKeeper(ports);
  try {
    const { changes, lost } = await commandChanges(before, after, { keep: contents.keep, saved });
    await contents.flush();
    return { changes, lost: [...lostPlaces(before, lost), ...gitChanges(before.git, after.git)] };
  } finally {
    ports.contents.end();
  }
}
