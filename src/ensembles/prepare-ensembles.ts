import type { Log } from '../converser/ground/ports.ts';
import type { EnsembleRoster } from '../converser/words/ensemble/ensemble-roster.ts';
import type { Tool } from './define-tool.ts';
import type { EnsembleKind } from './descriptors/ensemble-kind.ts';
import type { DescriptorFiles } from './descriptors/files/descriptor-files.ts';
import { nodeDescriptorFiles } from './descriptors/files/node-descriptor-files.ts';
import { type EnsembleFolder, PreparedEnsembles } from './descriptors/prepared-ensembles.ts';
import { localKind } from './local/local-kind.ts';

export interface PrepareEnsemblesOptions {
  /** A descriptor replaces the ones of its ensemble's name in earlier folders. */
  readonly folders: readonly EnsembleFolder[];
  /** What descriptors may name as `implementation`. */
  readonly tools: readonly Tool[];
  /** Is kept in step with the descriptors. */
  readonly roster: EnsembleRoster;
  readonly log: Log;
  /** Kinds besides `local`. */
  readonly kinds?: readonly EnsembleKind[];
  readonly files?: DescriptorFiles;
}

/** Reads the descriptors of some folders and puts their ensembles into the roster; resolves when that is done. */
export async function prepareEnsembles(options: PrepareEnsemblesOptions): Promise<PreparedEnsembles> {
  const { folders, tools, roster, log, kinds = [], files = nodeDescriptorFiles } = options;
  const ensembles = new PreparedEnsembles({ roster, log, files, kinds: [localKind(tools), ...kinds] });
  await ensembles.setFolders(folders);
  return ensembles;
}
