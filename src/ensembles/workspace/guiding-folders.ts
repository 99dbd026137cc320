import path from 'node:path';
import { absolutePath, shownPath } from '../../converser/words/workspace/paths.ts';
import type { Location, Workspace } from '../../converser/words/workspace/workspace.ts';
import { createNodeWorkspace } from './disk/node-workspace.ts';
import { labelOfFile } from './label-files.ts';
import { createToolContext, type ToolContext } from './places/tool-context.ts';
import { compileAnchored } from './search/glob.ts';

type Ports = Pick<ToolContext, 'protectedRoles' | 'addedPlaces' | 'labels'>;

export function guidingFolders(workspace: Workspace, ports: Ports) {
  const shared = createToolContext(workspace, ports);
  return {
    files: workspace,
    findFiles: workspace.findFiles,
    shown: (location: Location) => shownPath(location, workspace.roots),
    labelOf: (file: Location, text: string) => labelOfFile(shared, file, text),
    compileGlob: async (glob: string) => (await compileAnchored(glob)).matches,
  };
}

export function ownInstructionFolders(home: string, ports: Ports) {
  const roots = ['.codex', '.copilot', '.claude'].map(name => path.join(home, name));
  const shown = (location: Location) => `~${absolutePath(location).slice(home.length)}`;
  return { ...guidingFolders(createNodeWorkspace({ roots }), ports), shown };
}

/** The folders need not exist. Links from one to the other are followed. */
export function ownSkillFolders(home: string, ports: Ports) {
  const roots = ['.agents', '.claude', '.copilot'].map(name => path.join(home, name, 'skills'));
  return { ...guidingFolders(createNodeWorkspace({ roots }), ports), shown: absolutePath };
}
