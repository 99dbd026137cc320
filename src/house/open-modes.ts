import path from 'node:path';
import type { LazyMcp } from '../ensembles/mcp/lazy-mcp.ts';
import { type PreparedModes, prepareModes } from '../ensembles/prepare-modes.ts';
import { agentFolders, findAgents } from '../instructions/find-agents.ts';
import type { OpenedFolders } from '../instructions/instruction-files.ts';
import { ensembleFolders } from './ensemble-folders.ts';
import type { HostPorts } from './host-ports.ts';

export interface ModeSources {
  readonly mcp: LazyMcp;
  readonly opened: OpenedFolders;
}

/** Loaded late, because most runs in a terminal need no modes. */
export function openModes(ports: HostPorts, { mcp, opened }: ModeSources) {
  const { folders, onDidChangeSetting, host } = ports;
  const found = () => ensembleFolders(ports, mcp);
  const agents = {
    watched: () =>
      folders.isTrusted()
        ? folders.opened().flatMap(folder => agentFolders.map(each => path.join(folder, each)))
        : [],
    find: () => findAgents(opened),
  };
  let loading: Promise<PreparedModes> | undefined;
  const readFolders = () => void loading?.then(modes => modes.setFolders(found()));
  const following = [onDidChangeSetting('ensemblesFolder', readFolders), folders.onDidChange(readFolders)];
  return {
    get() {
      loading ??= prepareModes({ folders: found(), log: host.log, agents });
      return loading;
    },
    dispose() {
      for (const each of following) each.dispose();
      void loading?.then(modes => modes.dispose());
    },
  };
}
