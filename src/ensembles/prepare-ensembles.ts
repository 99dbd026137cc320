import type { Log } from '../converser/ground/ports.ts';
import type { EnsembleRoster } from '../converser/words/ensemble/ensemble-roster.ts';
import type { Tool } from './define-tool.ts';
import type { EnsembleKind } from './descriptors/ensemble-kind.ts';
import type { DescriptorFiles } from './descriptors/files/descriptor-files.ts';
import { nodeDescriptorFiles } from './descriptors/files/node-descriptor-files.ts';
import { type EnsembleFolder, PreparedEnsembles } from './descriptors/prepared-ensembles.ts';
import { localKind } from './local/local-kind.ts';

export interface PrepareEnsemblesOptions {
  /** Later folders replace ensembles of earlier ones by name. */
  readonly folders: readonly EnsembleFolder[];
  /** Descriptors may name these as `implementation`. */
  readonly tools: readonly Tool[];
  readonly roster: EnsembleRoster;
  readonly log: Log;
  /** These come in addition to `local`. */
  readonly kinds?: readonly EnsembleKind[];
  readonly files?: DescriptorFiles;
}

/** Resolves when the ensembles are in the roster. */
export async function prepareEnsembles(options: PrepareEnsemblesOptions): Promise<PreparedEnsembles> {
  const { folders, tools, roster, log, kinds = [], files = nodeDescriptorFiles } = options;
  const ensembles = new PreparedEnsembles({ roster, log, files, kinds: [localKind(tools), ...kinds] });
  await ensembles.setFolders(folders);
  return ensembles;
}
