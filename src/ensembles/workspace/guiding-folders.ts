import { shownPath } from '../../converser/workspace/paths.ts';
import type { Location, Workspace } from '../../converser/workspace/workspace.ts';
import { labelOfFile } from './labels/label-files.ts';
import { createToolContext, type ToolContext } from './places/tool-context.ts';
import { compileAnchored } from './search/glob.ts';

/** The folders of a workspace, for reading what they say about working in them. */
export function guidingFolders(
  workspace: Workspace,
  ports: Pick<ToolContext, 'protectedRoles' | 'addedPlaces' | 'labels'>,
) {
  const shared = createToolContext(workspace, ports);
  return {
    files: workspace,
    findFiles: workspace.findFiles,
    shown: (location: Location) => shownPath(location, workspace.roots),
    labelOf: (file: Location, text: string) => labelOfFile(shared, file, text),
    compileGlob: async (glob: string) => (await compileAnchored(glob)).matches,
  };
}
