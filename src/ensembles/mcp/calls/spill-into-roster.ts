import type { EnsembleRoster } from '../../../converser/words/ensemble/ensemble-roster.ts';
import { fixedEnsemble } from '../../../converser/words/ensemble/fixed-ensemble.ts';
import type { Invoker } from '../../../converser/words/ensemble/invoker.ts';
import { longResultsName } from '../../descriptors/files/reserved-names.ts';
import { readResultTool } from './read-result.ts';
import { createResultFiles, type ResultFiles } from './result-files.ts';
import type { Spill } from './spill-long.ts';

export interface SpillIntoRosterOptions {
  /** Where the files are stored: a folder of the user's own, outside any workspace. */
  readonly folder: string;
  readonly roster: Pick<EnsembleRoster, 'set'>;
  readonly nextId: () => string;
}

/**
 * Stores long results as files, and offers models a tool that reads them. The tool appears with the first long result,
 * because it costs tokens.
 */
export function spillIntoRoster({ folder, roster, nextId }: SpillIntoRosterOptions): Spill {
  const files = createResultFiles({ folder, nextId, reader: `${name}:read_result` });
  const ensemble = fixedEnsemble({
    name,
    title: 'Long results',
    description: 'Reads more of results that were too long to return in full.',
    invokers: [invokerOf(files)],
  });
  let offered: Promise<void> | undefined;
  return {
    async write(tool, text, source) {
      const readOn = await files.write(tool, text, source);
      offered ??= roster.set(ensemble);
      await offered;
      return readOn;
    },
  };
}

const name = longResultsName;

function invokerOf(files: ResultFiles): Invoker {
  const tool = readResultTool(files);
  return {
    ...tool,
    ensemble: name,
    aliases: [],
    origin: 'shipped',
    implementation: `shipped:${tool.name}`,
    limits: { timeLimit: 30_000, maxRetries: 0 },
    onFailure: 'recover',
    // A stored text never changes.
    deduplication: 'exact',
  };
}
