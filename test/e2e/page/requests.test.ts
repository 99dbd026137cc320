import assert from 'node:assert/strict';
import type { Locator } from 'playwright-core';
import { sidebarState } from '../../sidebar/sidebar-states.ts';
import { announced, sidebarPages } from './open-sidebar-page.ts';
import { form, pageRequest, sampling, unapproved } from './scenes.ts';

describe('questions of MCP servers in the sidebar’s page', () => {
  const open = sidebarPages();

  it('shows the form of an MCP server, usable by keyboard, and says what is wrong with an entry', async () => {
    const { page, posts } = await open({ state: sidebarState({ requests: [form] }), focus: true });
    assert.match(await announced(page), /^Weather has a question\. Where to\?/);
    assert.equal(await page.locator('.request').evaluate(card => card === document.activeElement), true);
    await page.keyboard.press('Tab');
    await page.keyboard.type('X');
    await page.keyboard.press('Enter');
    const city = page.getByLabel('City');
    assert.equal(await city.getAttribute('aria-invalid'), 'true');
    assert.match(await describedBy(city), /At least two letters.*Enter at least 2 characters/s);
    assert.equal(await city.evaluate(field => field === document.activeElement), true);
    assert.deepEqual(await posts(), []);
    await page.keyboard.type('anten');
    await page.getByRole('radio', { name: 'Fahrenheit' }).check();
    await page.getByRole('checkbox', { name: 'Rain' }).press('Space');
    await page.getByRole('checkbox', { name: 'Remember' }).press('Space');
    await page.getByRole('button', { name: 'Send Answer' }).click();
    assert.deepEqual(await posts(), [
      {
        type: 'answer-request',
        requestId: 'request-1',
        answer: {
          action: 'accept',
          content: { city: 'Xanten', days: 3, unit: 'f', about: ['rain'], remember: true },
        },
      },
    ]);
  });

  it('lets you approve an MCP server where its tools are missed, and among the tools', async () => {
    const { page, show, posts } = await open({ state: sidebarState({ ensembles: [unapproved] }) });
    await page.getByRole('button', { name: 'Everything needs your approval' }).press('Enter');
    await page.getByText('Everything needs your approval to start.').waitFor();
    await posts();
    await page.getByRole('button', { name: 'Approve Everything…' }).click();
    assert.deepEqual(await posts(), [{ type: 'approve-server', name: 'everything' }]);
    await page.getByRole('button', { name: /^Tools:/ }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Approve Everything…' }).click();
    assert.deepEqual(await posts(), [{ type: 'approve-server', name: 'everything' }]);
    await show(sidebarState({ ensembles: [{ ...unapproved, enabled: false }] }));
    assert.equal(await page.getByRole('button', { name: 'Approve Everything…' }).count(), 0);
  });

  it('ticks a choice wherever it is clicked', async () => {
    const { page } = await open({ state: sidebarState({ requests: [form] }) });
    await page.locator('vscode-checkbox', { hasText: 'Rain' }).click();
    assert.equal(await page.getByRole('checkbox', { name: 'Rain' }).isChecked(), true);
  });

  it('keeps the entries of an open form when the page is loaded again', async () => {
    const sidebar = await open({ state: sidebarState({ requests: [form] }) });
    const { page } = sidebar;
    await page.getByLabel('City').fill('Bergen');
    const remembered = await sidebar.remembered();
    const again = await open({ remembered });
    await again.show(sidebarState({ requests: [form] }));
    assert.equal(await again.page.getByLabel('City').inputValue(), 'Bergen');
  });

  it('shows the full address of a page to open, and everything that a model would read', async () => {
    const { page, posts } = await open({ state: sidebarState({ requests: [pageRequest, sampling] }) });
    await page.getByText(pageRequest.page, { exact: true }).waitFor();
    await page.getByRole('button', { name: 'Open example.org' }).click();
    await page.getByText('Say hi', { exact: true }).waitFor();
    await page.getByRole('button', { name: 'Allow in This Session' }).click();
    assert.deepEqual(
      (await posts()).filter(({ type }) => type === 'answer-request'),
      [
        { type: 'answer-request', requestId: 'request-2', answer: { action: 'accept' } },
        { type: 'answer-request', requestId: 'request-3', answer: { action: 'accept', session: true } },
      ],
    );
  });
});

/** What a screen reader says of a control besides its name. */
function describedBy(control: Locator): Promise<string> {
  return control.evaluate(field =>
    (field.getAttribute('aria-describedby') ?? '')
      .split(' ')
      .map(id => document.getElementById(id)?.textContent ?? '')
      .join(' '),
  );
}
