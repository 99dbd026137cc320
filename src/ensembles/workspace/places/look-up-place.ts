import { child, nameOf, parent } from '../../../converser/words/workspace/paths.ts';
import type { Location } from '../../../converser/words/workspace/workspace.ts';
import { seenPlace } from '../seen-place.ts';
import type { ToolContext } from './tool-context.ts';

/** What only looks like the location counts with it: a call may mean that. */
interface LookedUp {
  readonly location: Location;
  /** Links of its folder are followed, but not its own. */
  readonly entry: Location;
  readonly target: Location;
}

export async function lookUp(
  { workspace }: Pick<ToolContext, 'workspace'>,
  location: Location,
): Promise<LookedUp> {
  const seen = await seenPlace(workspace, location);
  const [above, found] = await Promise.all([
    workspace.realLocation(parent(seen)),
    workspace.realLocation(seen).catch(() => undefined),
  ]);
  const entry = seen.path === '' ? seen : child(above, nameOf(seen));
  const target = found ?? entry;
  return { location, entry, target };
}
