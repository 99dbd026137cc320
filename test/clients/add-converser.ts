import assert from 'node:assert/strict';
import { createSystemClock } from '../../src/converser/ground/system-ports.ts';
import type { Model } from '../../src/converser/words/models/provider.ts';
import { exportTargets } from '../../src/ensembles/mcp/export/export-targets.ts';
import { makeChange, planChange } from '../../src/ensembles/mcp/export/program-files.ts';
import { createConfiguredProvider } from '../../src/providers/configured/configured-provider.ts';
import type { ModelFacts } from '../../src/providers/facts/provider-definition.ts';
import { createFakeEnsemble } from '../fakes/fake-ensemble.ts';
import { providerPorts } from '../fakes/provider-ports.ts';
import type { OpenGateway } from '../gateway/support/open-gateway.ts';

/** A model of a server at this address, as a person with such settings has it. */
export function modelAt(baseUrl: string, facts: ModelFacts): Model {
  const models = { '*': facts };
  const definition = { id: 'local', label: 'Local', kind: 'openai', baseUrl, models } as const;
  const log = { debug() {}, info() {}, warn() {}, error() {} };
  const ports = providerPorts({ clock: createSystemClock(), log }, { random: Math.random });
  return createConfiguredProvider(definition, ports).named('test-model');
}

/** What the tool of `riddles` answers. */
export const word = 'heliotrope';

export const riddles = createFakeEnsemble('riddles', {
  tell_password: {
    description: 'Tells the password.',
    annotations: { readOnly: true, openWorld: false },
    invocable: () => word,
  },
});

/** The person's own files of a program. */
export function filesOf(title: string, home: string) {
  const machine = { platform: process.platform, home, environment: {} };
  const targets = exportTargets({ ...machine, folders: [], vscodeKey: 'vscode' });
  return targets.filter(({ program }) => program === title);
}

/** As *Add Converser to…* does it. */
export async function addConverser(
  title: string,
  home: string,
  { baseUrl, key }: Pick<OpenGateway, 'baseUrl' | 'key'>,
): Promise<void> {
  for (const target of filesOf(title, home)) {
    const change = await planChange(target, { url: `${baseUrl}/mcp`, key });
    if ('problem' in change) assert.fail(change.problem);
    assert.ok(await makeChange(target, change));
  }
}
