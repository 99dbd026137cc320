import path from 'node:path';
import { createEnsembleRoster } from '../../../src/converser/ensemble/ensemble-roster.ts';
import { toolDefinitions } from '../../../src/converser/ensemble/tool-definitions.ts';
import type { ToolDefinition } from '../../../src/converser/models/provider.ts';
import { builtInTools } from '../../../src/ensembles/built-in-tools.ts';
import { prepareEnsembles } from '../../../src/ensembles/prepare-ensembles.ts';
import { createNodeWorkspace } from '../../../src/ensembles/workspace/disk/node-workspace.ts';
import { createKeptLabels } from '../../../src/ensembles/workspace/labels/kept-labels.ts';
import { noAddedPlaces } from '../../../src/ensembles/workspace/protection/added-places.ts';
import { createTestShell } from '../../ensembles/shell/test-shell.ts';
import { createFakeHost } from '../../fakes/fake-host.ts';

/** The tools of the shipped ensembles, as models are told of them. */
export async function shippedTools(): Promise<readonly ToolDefinition[]> {
  const host = createFakeHost();
  const roster = createEnsembleRoster();
  const workspace = createNodeWorkspace({ roots: [import.meta.dirname] });
  const ensembles = await prepareEnsembles({
    folders: [
      {
        path: path.resolve(import.meta.dirname, '../../../ensembles'),
        origin: 'shipped',
        isTrusted: () => true,
      },
    ],
    tools: builtInTools({
      web: {},
      workspace,
      clock: host.clock,
      protectedRoles: () => [],
      addedPlaces: noAddedPlaces,
      labels: createKeptLabels(),
      shell: createTestShell(workspace),
      summaries: { model: () => '' },
      person: { ask: async () => ({ action: 'absent' }) },
    }),
    roster,
    log: host.log,
  });
  for (const { name } of roster.ensembles) roster.setEnabled(name, true);
  const tools = toolDefinitions(roster.invokers());
  await ensembles.dispose();
  workspace.dispose();
  return tools;
}
