import type { Host } from '../../converser/host.ts';
import { type EnsembleKind, lazyKind } from '../../ensembles/descriptors/ensemble-kind.ts';
import type { ForeignFile } from '../../ensembles/descriptors/prepared-ensembles.ts';
import type { Mcp } from '../../ensembles/mcp/create-mcp.ts';
import type { TerminalMcpOptions } from './load-terminal-mcp.ts';

/** MCP servers in a terminal. Nothing that knows the protocol is loaded before a file describes a server. */
export interface TerminalMcp {
  readonly kind: EnsembleKind;
  /** The servers in a folder's `.vscode/mcp.json`. */
  mcpJson(root: string): ForeignFile;
  get(): Promise<Mcp>;
  dispose(): void;
}

export function createTerminalMcp(options: TerminalMcpOptions, host: Host): TerminalMcp {
  let loading: Promise<Mcp> | undefined;
  const load = async () => {
    const { loadTerminalMcp } = await import('./load-terminal-mcp.ts');
    return loadTerminalMcp(options, host);
  };
  const get = () => {
    loading ??= load();
    return loading;
  };
  return {
    kind: lazyKind('mcp', async () => (await get()).kind),
    mcpJson: root => ({
      name: 'mcp.json',
      prepare: async (place, files) =>
        (await get()).mcpJson({ name: 'mcp.json', kind: 'mcp.json', folder: root }).prepare(place, files),
    }),
    get,
    dispose: () => void loading?.then(mcp => mcp.dispose()),
  };
}
