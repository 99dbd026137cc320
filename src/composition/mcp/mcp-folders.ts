import path from 'node:path';
import * as vscode from 'vscode';
import type { LazyMcp } from '../../ensembles/mcp/lazy-mcp.ts';
import type { McpJsonPlace } from '../../ensembles/mcp/mcp-json/mcp-json-ensembles.ts';
import type { ForeignFolders } from '../../vscode/tools-view/ensemble-folders.ts';
import { settings } from '../../vscode/window/settings.ts';

/** VS Code's own files of MCP servers. */
export function createMcpFolders(mcp: LazyMcp, globalFolder: vscode.Uri): ForeignFolders {
  return {
    user: {
      // VS Code keeps it beside the folder in which extensions have theirs.
      path: vscode.Uri.joinPath(globalFolder, '..', '..').fsPath,
      origin: 'user',
      isTrusted: () => settings.mcpFiles.includes('user'),
      file: mcp.mcpJson({ name: 'mcp.json', kind: 'user configuration' }),
    },
    workspace: () =>
      workspacePlaces().map(({ path: folder, ...place }) => ({
        path: folder,
        origin: 'workspace',
        isTrusted: () => vscode.workspace.isTrusted && settings.mcpFiles.includes('workspace'),
        file: mcp.mcpJson({ kind: 'mcp.json', ...place }),
      })),
  };
}

function workspacePlaces(): readonly (Omit<McpJsonPlace, 'kind'> & { readonly path: string })[] {
  const { workspaceFile, workspaceFolders = [] } = vscode.workspace;
  const roots = workspaceFolders.filter(({ uri }) => uri.scheme === 'file').map(({ uri }) => uri.fsPath);
  const shared = roots.map(folder => ({ path: folder, name: '.mcp.json', folder, isShared: true as const }));
  const own = roots.map(folder => ({ path: path.join(folder, '.vscode'), name: 'mcp.json', folder }));
  const inFolders = [...shared, ...own];
  if (workspaceFile?.scheme !== 'file') return inFolders;
  const { dir, base } = path.parse(workspaceFile.fsPath);
  return [{ path: dir, name: base, section: ['settings', 'mcp'] }, ...inFolders];
}
