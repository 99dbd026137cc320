import path from 'node:path';
import type { EnsembleFolder } from '../ensembles/descriptors/prepared-ensembles.ts';
import type { LazyMcp } from '../ensembles/mcp/lazy-mcp.ts';
import type { McpJsonPlace } from '../ensembles/mcp/mcp-json/mcp-json-ensembles.ts';
import type { HostPorts } from './host-ports.ts';

export type FolderSources = Pick<HostPorts, 'folders' | 'settings'>;

/** The folder of an opened one in which its own descriptors are. */
export function descriptorsOf(opened: string): string {
  return path.join(opened, '.converser', 'ensembles');
}

/**
 * Where ensembles and modes are described, the strongest last: with Converser, by you, in the opened folders, and in
 * folders that you named for this run.
 */
export function ensembleFolders(sources: FolderSources, mcp: LazyMcp): readonly EnsembleFolder[] {
  const { folders, settings } = sources;
  const { ensemblesFolder } = settings;
  return [
    { path: folders.shipped, origin: 'shipped', isTrusted: () => true },
    ...ofEditor(sources, mcp),
    ...(ensemblesFolder === '' ? [] : [ownFolder(ensemblesFolder)]),
    ...ofWorkspace(sources, mcp),
    ...folders.opened().map(opened => ({
      path: descriptorsOf(opened),
      origin: 'workspace' as const,
      isTrusted: folders.isTrusted,
    })),
    ...folders.named.map(ownFolder),
  ];
}

function ownFolder(folder: string): EnsembleFolder {
  return { path: folder, origin: 'user', isTrusted: () => true };
}

function ofEditor({ folders, settings }: FolderSources, mcp: LazyMcp): readonly EnsembleFolder[] {
  if (folders.editor === undefined) return [];
  return [
    {
      path: folders.editor.user,
      origin: 'user',
      isTrusted: () => settings.mcpFiles.includes('user'),
      file: mcp.mcpJson({ name: 'mcp.json', kind: 'user configuration' }),
    },
  ];
}

/** The files of MCP servers that came with the opened folders. */
function ofWorkspace({ folders, settings }: FolderSources, mcp: LazyMcp): readonly EnsembleFolder[] {
  const opened = folders.opened();
  const file = folders.editor?.workspaceFile();
  const inFile = file === undefined ? [] : [{ path: file.folder, ...file.place }];
  const shared = opened.map(folder => ({ path: folder, name: '.mcp.json', folder, isShared: true as const }));
  const own = opened.map(folder => ({ path: path.join(folder, '.vscode'), name: 'mcp.json', folder }));
  const places: readonly (Omit<McpJsonPlace, 'kind'> & { readonly path: string })[] = [
    ...inFile,
    ...shared,
    ...own,
  ];
  return places.map(({ path: folder, ...place }) => ({
    path: folder,
    origin: 'workspace',
    isTrusted: () => folders.isTrusted() && settings.mcpFiles.includes('workspace'),
    file: mcp.mcpJson({ kind: 'mcp.json', ...place }),
  }));
}
