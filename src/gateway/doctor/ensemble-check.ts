import { countText } from '../../converser/ground/wording/numbers.ts';
import type { Ensemble } from '../../converser/words/ensemble/ensemble.ts';
import type { EnsembleRoster } from '../../converser/words/ensemble/ensemble-roster.ts';
import type { Check, Finding } from './finding.ts';

export function ensembleCheck(roster: Pick<EnsembleRoster, 'ensembles' | 'isEnabled'>): Check {
  return {
    title: 'Tools',
    async run() {
      const enabled = roster.ensembles.filter(({ name }) => roster.isEnabled(name));
      if (enabled.length > 0) return enabled.map(ensembleFinding);
      const remedy = { text: 'Enable some in the Ensembles view.', action: 'show-ensembles' } as const;
      return [{ state: 'warning', title: 'Ensembles', found: 'None is enabled.', remedy }];
    },
  };
}

function ensembleFinding({ title, state, invokers, withheld }: Ensemble): Finding {
  const remedy = { text: 'Look at it in the Ensembles view.', action: 'show-ensembles' } as const;
  switch (state.status) {
    case 'failed':
      return { state: 'bad', title, found: state.error.message, remedy };
    case 'connecting':
      return {
        state: 'warning',
        title,
        found: 'Still starting.',
        remedy: { text: 'Check again in a moment.' },
      };
    case 'disconnected':
      return { state: 'good', title, found: 'Starts on first use.' };
    case 'ready': {
      const found = `${countText(invokers.length, 'tool')}.`;
      const held = withheld?.size ?? 0;
      if (held === 0) return { state: 'good', title, found };
      return { state: 'warning', title, found: `${found} ${countText(held, 'tool')} withheld.`, remedy };
    }
  }
}
