import path from 'node:path';
import {
  createEnsembleRoster,
  type EnsembleRoster,
} from '../../src/converser/words/ensemble/ensemble-roster.ts';
import { builtInTools } from '../../src/ensembles/built-in-tools.ts';
import { prepareEnsembles } from '../../src/ensembles/prepare-ensembles.ts';
import { createNodeWorkspace } from '../../src/ensembles/workspace/disk/node-workspace.ts';
import { createKeptLabels } from '../../src/ensembles/workspace/kept-labels.ts';
import { createToolContext } from '../../src/ensembles/workspace/places/tool-context.ts';
import { noAddedPlaces } from '../../src/ensembles/workspace/protection/added-places.ts';
import { createFakeHost } from '../fakes/fake-host.ts';
import { createTestShell } from './shell/test-shell.ts';

/** A roster with the ensembles that come with Converser, over this folder. */
export async function shippedRoster(): Promise<{
  readonly roster: EnsembleRoster;
  dispose(): Promise<void>;
}> {
  const host = createFakeHost();
  const roster = createEnsembleRoster();
  const workspace = createNodeWorkspace({ roots: [import.meta.dirname] });
  const folder = path.resolve(import.meta.dirname, '../../ensembles');
  const ensembles = await prepareEnsembles({
    folders: [{ path: folder, origin: 'shipped', isTrusted: () => true }],
    tools: builtInTools({
      web: {},
      shared: createToolContext(workspace, {
        protectedRoles: () => [],
        addedPlaces: noAddedPlaces,
        labels: createKeptLabels(),
      }),
      shell: createTestShell(workspace),
      person: { ask: async () => ({ action: 'absent' }) },
    }),
    roster,
    log: host.log,
  });
  return {
    roster,
    async dispose() {
      await ensembles.dispose();
      await roster.dispose();
      workspace.dispose();
    },
  };
}
