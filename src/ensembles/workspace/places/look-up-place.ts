import { child, nameOf, parent } from '../../../converser/words/workspace/paths.ts';
import type { Location } from '../../../converser/words/workspace/workspace.ts';
import type { ToolContext } from './tool-context.ts';

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
  const [above, found] = await Promise.all([
    workspace.realLocation(parent(location)),
    workspace.realLocation(location).catch(() => undefined),
  ]);
  const entry = location.path === '' ? location : child(above, nameOf(location));
  const target = found ?? entry;
  return { location, entry, target };
}
