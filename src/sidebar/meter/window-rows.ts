import type { WindowMeasure } from '../../converser/words/context-window/window-measure.ts';
import type { SidebarEnsemble } from '../protocol.ts';

export interface WindowRow {
  readonly label: string;
  readonly tokens: number;
}

const mostEnsembles = 8;

export function windowRows(
  { parts }: WindowMeasure,
  ensembles: readonly SidebarEnsemble[],
): readonly WindowRow[] {
  const { instructions, tools, history, attachments, results, reasoning } = parts;
  const titles = new Map(ensembles.map(({ name, title }) => [name, title]));
  const titleOf = (name: string) => (name === '' ? 'Tools' : `Tools: ${titles.get(name) ?? name}`);
  const others = tools.slice(mostEnsembles);
  const rows: readonly WindowRow[] = [
    { label: 'Instructions', tokens: instructions },
    ...tools.slice(0, mostEnsembles).map(({ ensemble, tokens }) => ({ label: titleOf(ensemble), tokens })),
    {
      label: `Tools of ${others.length} more ensemble${others.length === 1 ? '' : 's'}`,
      tokens: others.reduce((sum, { tokens }) => sum + tokens, 0),
    },
    { label: 'Messages and calls', tokens: history },
    { label: 'Attachments', tokens: attachments },
    { label: 'Results of tools', tokens: results },
    { label: 'Reasoning', tokens: reasoning },
  ];
  return rows.filter(({ tokens }) => tokens > 0);
}
