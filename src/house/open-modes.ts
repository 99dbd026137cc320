import type { LazyMcp } from '../ensembles/mcp/lazy-mcp.ts';
import { type PreparedModes, prepareModes } from '../ensembles/prepare-modes.ts';
import { ensembleFolders } from './ensemble-folders.ts';
import type { HostPorts } from './host-ports.ts';

/** Loaded late, because most runs in a terminal need no modes. */
export function openModes(ports: HostPorts, mcp: LazyMcp) {
  const { folders, onDidChangeSetting, host } = ports;
  const found = () => ensembleFolders(ports, mcp);
  let loading: Promise<PreparedModes> | undefined;
  const readFolders = () => void loading?.then(modes => modes.setFolders(found()));
  const following = [onDidChangeSetting('ensemblesFolder', readFolders), folders.onDidChange(readFolders)];
  return {
    get() {
      loading ??= prepareModes({ folders: found(), log: host.log });
      return loading;
    },
    dispose() {
      for (const each of following) each.dispose();
      void loading?.then(modes => modes.dispose());
    },
  };
}
