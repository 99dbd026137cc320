import { defined } from '../../converser/ground/json/defined.ts';
import { perObject } from '../../converser/ground/object-memory.ts';
import type { ContentLabels } from '../../converser/words/labels/content-labels.ts';
import type { Workspace } from '../../converser/words/workspace/workspace.ts';
import type { Tool } from '../define-tool.ts';
import { createKeptLabels } from './kept-labels.ts';
import { createToolContext, type ToolContext } from './places/tool-context.ts';
import { type AddedPlaces, noAddedPlaces } from './protection/added-places.ts';
import type { ProtectedRoles } from './protection/protected-role.ts';
import { askAbout } from './tools/ask-about.ts';
import { deleteFile } from './tools/delete-file.ts';
import { editFile } from './tools/edit-file.ts';
import { findFiles } from './tools/find-files.ts';
import { getDiagnostics } from './tools/get-diagnostics.ts';
import { getSymbols } from './tools/get-symbols.ts';
import { listDirectory } from './tools/list-directory.ts';
import { moveFile } from './tools/move-file.ts';
import { readFile } from './tools/read-file.ts';
import { searchText } from './tools/search-text.ts';
import { writeFile } from './tools/write-file.ts';

export interface WorkspaceToolsPorts {
  readonly protectedRoles?: ProtectedRoles;
  readonly addedPlaces?: AddedPlaces;
  /** Without it, labels are forgotten with the tools. */
  readonly labels?: ContentLabels;
}

/** One set serves all conversations, so that their writes take turns. */
export function workspaceTools(
  workspace: Workspace,
  {
    protectedRoles = () => [],
    addedPlaces = noAddedPlaces,
    labels = createKeptLabels(),
  }: WorkspaceToolsPorts = {},
): readonly Tool[] {
  return workspaceToolsWith(createToolContext(workspace, { protectedRoles, addedPlaces, labels }));
}

export function workspaceToolsWith(shared: ToolContext): readonly Tool[] {
  return withProposals(shared, context => toolMakers.map(make => make(context)));
}

/** Its calls take turns in each proposal, too. */
export function withProposals(
  shared: ToolContext,
  make: (shared: ToolContext) => readonly Tool[],
): readonly Tool[] {
  const proposing = perObject((workspace: Workspace) => make(createToolContext(workspace, shared)));
  return make(shared).map((tool, at) => ({
    ...tool,
    inProposal({ workspace }) {
      const { invocable, review } = proposing(workspace)[at] ?? tool;
      return {
        // Undo takes back only what was written.
        invocable: (args, { changes: _nothing, ...context }) => invocable(args, context),
        ...defined({ review }),
      };
    },
  }));
}

const toolMakers: readonly ((shared: ToolContext) => Tool)[] = [
  listDirectory,
  findFiles,
  searchText,
  readFile,
  writeFile,
  editFile,
  moveFile,
  deleteFile,
  getDiagnostics,
  getSymbols,
  askAbout,
];
