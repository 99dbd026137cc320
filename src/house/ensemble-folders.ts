import path from 'node:path';
import type { EnsembleFolder } from '../ensembles/descriptors/prepared-ensembles.ts';
import type { LazyMcp } from '../ensembles/mcp/lazy-mcp.ts';
import type { McpJsonPlace } from '../ensembles/mcp/mcp-json/mcp-json-ensembles.ts';
import type { HostPorts } from './host-ports.ts';

export type FolderSources = Pick<HostPorts, 'folders' | 'settings'>;

export function descriptorsOf(opened: string): string {
  return path.join(opened, '.converser', 'ensembles');
}

/** The strongest come last: shipped, yours, of the opened folders, and named for this run. */
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
