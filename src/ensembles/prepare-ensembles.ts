import type { Log } from '../converser/ground/ports.ts';
import type { EnsembleRoster } from '../converser/words/ensemble/ensemble-roster.ts';
import type { Tool } from './define-tool.ts';
import type { EnsembleKind } from './descriptors/ensemble-kind.ts';
import type { DescriptorFiles } from './descriptors/files/descriptor-files.ts';
import { nodeDescriptorFiles } from './descriptors/files/node-descriptor-files.ts';
import { type EnsembleFolder, PreparedEnsembles } from './descriptors/prepared-ensembles.ts';
import { localKind } from './local/local-kind.ts';

export interface PrepareEnsemblesOptions {
  readonly folders: readonly EnsembleFolder[];
  readonly tools: readonly Tool[];
  readonly roster: EnsembleRoster;
  readonly log: Log;
  readonly kinds?: readonly EnsembleKind[];
  readonly files?: DescriptorFiles;
}

export async function prepareEnsembles(options: PrepareEnsemblesOptions): Promise<PreparedEnsembles> {
  const { folders, tools, roster, log, kinds = [], files = nodeDescriptorFiles } = options;
  const ensembles = new PreparedEnsembles({ roster, log, files, kinds: [localKind(tools), ...kinds] });
  await ensembles.setFolders(folders);
  return ensembles;
}
