import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { noSpending } from '../../../src/converser/words/spending/spending.ts';
import {
  addToolCounts,
  noToolCounts,
  toolCountsOf,
} from '../../../src/converser/words/spending/tool-figures.ts';
import { showSpending } from '../../../src/vscode/commands/show-spending.ts';
import { offerOnDemand, type SpendingReport } from '../../../src/vscode/commands/spending-html.ts';
import { commands } from '../../../src/vscode/common/contributions.ts';
import { eventually } from '../../eventually.ts';
import { createFakeClock } from '../../fakes/fake-host.ts';
import { composeConverser } from '../support/compose.ts';
import { set, written } from '../support/servers.ts';

describe('the page of what was spent, in VS Code', () => {
  after(async () => {
    await set('tools', undefined);
    await vscode.commands.executeCommand('workbench.action.closeAllEditors');
  });

  it('puts the tools on demand that no conversation called, and keeps your other choices', async () => {
    await set('tools', { 'web:fetch_page': { timeLimit: 9 }, 'shell:*': { enabled: false } });
    const told = ['web:fetch_page', 'workspace:read_file', 'shell:run_command'];
    const counts = (tool: string) => ({
      requests: 1,
      described: 80,
      ...(tool.includes('read') && { calls: 1 }),
    });
    const tools = ['1', '2', '3']
      .map(id =>
        toolCountsOf(
          id,
          told.map(tool => ({ tool, model: 'p/m', counts: counts(tool) })),
        ),
      )
      .reduce(addToolCounts, noToolCounts);
    const shown: SpendingReport[] = [];
    const clock = createFakeClock(new Date(2026, 10, 25).getTime());
    const ports = {
      totals: {
        days: async () => [{ day: '2026-11-25', spending: noSpending, tools, shares: [] }],
        toolsOf: () => noToolCounts,
      },
      conversation: { id: 'c', shown: { spending: noSpending } },
      clock,
      store: { list: async () => [] },
      page: { show: (report: SpendingReport) => void shown.push(report) },
    };
    await showSpending(ports, undefined);
    assert.deepEqual(shown.at(-1)?.idle?.tools, [{ tool: 'web:fetch_page', tokens: 80 }]);
    await showSpending(ports, 'conversation');
    assert.deepEqual(shown.at(-1)?.counts, noToolCounts);
    await showSpending(ports, offerOnDemand);
    assert.deepEqual(written('tools'), {
      'web:fetch_page': { timeLimit: 9, offer: 'on demand' },
      'shell:*': { enabled: false },
    });
    assert.equal(shown.at(-1)?.idle, undefined);
  });

  it('opens in a tab', async () => {
    const composed = await composeConverser();
    await composed.converser.commands[commands.showSpending]?.();
    const tabs = () => vscode.window.tabGroups.all.flatMap(group => group.tabs.map(({ label }) => label));
    await eventually(vscode.window.tabGroups.onDidChangeTabs, () => tabs().includes('Converser: Spending'));
    await composed.dispose();
  });
});
