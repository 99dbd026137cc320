import path from 'node:path';
import type { Host } from '../../converser/ground/host.ts';
import { isOfferedAlways } from '../../converser/words/ensemble/tool-choices.ts';
import { figuresJson } from '../../converser/words/spending/figure-table.ts';
import { idleTools } from '../../converser/words/spending/tool-figures.ts';
import { createSpendingTotals } from '../../store/spending-totals.ts';
import type { RunOptions } from '../command-line/command-line.ts';
import { stateFolder } from '../state/state-file.ts';
import { renderSpending } from './render-spending.ts';

export async function runSpending(
  { json, settings }: Pick<RunOptions, 'json' | 'settings'>,
  host: Pick<Host, 'clock' | 'log'>,
): Promise<number> {
  const totals = createSpendingTotals({ ...host, folder: path.join(stateFolder(), 'spending') });
  const [spent, tools] = await Promise.all([totals.sums(), totals.tools()]);
  const idle = idleTools(tools.all, tool => isOfferedAlways(tool, settings.tools));
  process.stdout.write(
    json
      ? `${JSON.stringify({ spent, today: figuresJson(tools.today), all: figuresJson(tools.all), idle })}\n`
      : renderSpending({ spent, tools, idle }),
  );
  return 0;
}
