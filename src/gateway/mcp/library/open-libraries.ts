import type { Ensemble } from '../../../converser/words/ensemble/ensemble.ts';
import type { EnsembleRoster } from '../../../converser/words/ensemble/ensemble-roster.ts';
import { toolsOf } from '../../conversations/conversations.ts';
import type { Client } from '../../guard/client-keys.ts';

export function openLibraries(
  client: Client,
  roster: Pick<EnsembleRoster, 'ensembles' | 'isEnabled'>,
): readonly Ensemble[] {
  const mayUse = toolsOf(client);
  return roster.ensembles.filter(
    ({ name, library }) => library !== undefined && roster.isEnabled(name) && mayUse({ ensemble: name }),
  );
}
