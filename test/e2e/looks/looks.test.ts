import assert from 'node:assert/strict';
import { type HostState, sidebarState } from '../../sidebar/sidebar-states.ts';
import { inAllThemes } from '../../workbench/all-themes.ts';
import { type SidebarPage, sidebarPages, themes } from '../page/open-sidebar-page.ts';
import {
  asking,
  askingAboutSeveral,
  askingForChange,
  askingInTime,
  attachable,
  brokenOff,
  changed,
  changedFiles,
  committed,
  compaction,
  edited,
  form,
  labelled,
  overstated,
  pageRequest,
  planned,
  priced,
  rich,
  rolledBack,
  sampling,
  steered,
  thinking,
  unapproved,
  waitingForAnswer,
  windowed,
} from '../page/scenes.ts';
import { bundleSidebar } from '../page/sidebar-browser.ts';

type Scene = {
  readonly name: string;
  readonly state: HostState;
  readonly height?: number;
  act?(sidebar: SidebarPage): Promise<void>;
};

const scenes: readonly Scene[] = [
  { name: 'empty', state: sidebarState() },
  { name: 'no-model', state: sidebarState({ models: [], model: undefined }) },
  {
    name: 'choosing-effort',
    state: sidebarState({
      effort: 'xhigh',
      models: [
        {
          ...{ reference: 'a/claude', label: 'Claude Opus 5.5', detail: 'Anthropic', tools: 'native' },
          efforts: ['none', 'low', 'medium', 'high', 'xhigh', 'max'],
          options: [
            { name: 'temperature', value: '0.2', pattern: 'anthropic/claude-*' },
            { name: 'body.metadata', value: '{"team":"blue"}' },
          ],
        },
      ],
      model: 'a/claude',
    }),
    async act({ page }) {
      await page.getByRole('button', { name: 'Thinking: Extra high' }).click();
    },
  },
  {
    name: 'choosing-mode',
    state: sidebarState({ mode: 'ask' }),
    async act({ page }) {
      await page.getByRole('button', { name: 'Mode: Ask' }).click();
      await page.keyboard.press('ArrowDown');
    },
  },
  {
    name: 'attachments',
    state: sidebarState({ attachable }),
    async act({ page }) {
      const field = page.getByLabel('Message', { exact: true });
      await field.fill(`see ${attachable.map(({ written }) => written).join(' ')}`);
      await page.getByRole('list', { name: 'Attachments' }).waitFor();
    },
  },
  {
    name: 'window',
    state: windowed,
    async act({ page }) {
      await page.getByRole('button', { name: 'Context window: 85 % used' }).click();
      await page.locator('.window-panel:focus').waitFor();
    },
  },
  { name: 'compacted', state: sidebarState({ canisters: [...committed, compaction] }), act: openRecord },
  {
    name: 'taken-back',
    state: sidebarState({
      canisters: [...committed, { ...compaction, marks: { ...compaction.marks, active: false } }],
    }),
    act: openRecord,
  },
  { name: 'conversation', state: sidebarState({ canisters: committed }) },
  {
    name: 'opened',
    state: sidebarState({ canisters: committed.slice(0, 8) }),
    height: 1100,
    async act({ page }) {
      for (const row of await page.locator('.invocation-toggle').all()) await row.click();
      await page.locator('.log').evaluate(log => log.scrollTo(0, 0));
    },
  },
  {
    name: 'spending',
    state: priced,
    async act({ page }) {
      for (const summary of await page.locator('.spending > summary').all()) await summary.click();
    },
  },
  { name: 'asking', state: asking },
  { name: 'asking-for-change', state: askingForChange },
  {
    name: 'asking-in-time',
    state: askingInTime,
    act: ({ page }) => page.getByRole('timer').waitFor(),
  },
  { name: 'asking-about-several', state: askingAboutSeveral },
  {
    name: 'asking-about-several-opened',
    state: askingAboutSeveral,
    height: 900,
    act: ({ page }) => page.locator('.review summary').nth(1).click(),
  },
  {
    name: 'allowing-more',
    state: asking,
    act: ({ page }) => page.getByRole('button', { name: 'Allow More…' }).click(),
  },
  {
    name: 'denying-with-reason',
    state: asking,
    act: ({ page }) => page.getByRole('button', { name: 'Deny with Reason…' }).click(),
  },
  {
    name: 'edited',
    state: edited,
    act: ({ page }) => page.locator('.invocation-toggle').last().click(),
  },
  {
    name: 'rich',
    state: rich,
    height: 1500,
    act: ({ page }) => page.locator('.hljs-name').first().waitFor(),
  },
  {
    name: 'thinking',
    state: thinking,
    act: ({ page }) => page.locator('.reasoning > summary').first().click(),
  },
  {
    name: 'changed-files',
    state: changed,
    async act(sidebar) {
      await sidebar.page.locator('.changes-toggle').click();
      await sidebar.tell(changedFiles);
      await sidebar.page.getByRole('list', { name: 'Changed files' }).waitFor();
    },
  },
  {
    name: 'planned',
    state: planned,
    act: ({ page }) => page.locator('.pinned-plan > summary').click(),
  },
  {
    name: 'labelled',
    state: labelled,
    act: ({ page }) => page.locator('.invocation-toggle').first().click(),
  },
  { name: 'overstated', state: overstated },
  { name: 'queued', state: waitingForAnswer },
  { name: 'steered', state: steered },
  { name: 'stopped', state: rolledBack('stopped') },
  { name: 'failed', state: rolledBack('failed') },
  { name: 'broken-off', state: brokenOff },
  {
    name: 'tools',
    state: sidebarState({ canisters: committed }),
    async act({ page }) {
      await page.getByRole('button', { name: /^Tools:/ }).click();
      await page.locator('.ensemble-toggle').first().click();
    },
  },
  {
    name: 'models',
    state: sidebarState({ canisters: committed }),
    act: ({ page }) => page.getByRole('button', { name: /^Model:/ }).click(),
  },
  {
    name: 'form',
    state: sidebarState({ canisters: committed, requests: [form] }),
    height: 900,
    async act({ page }) {
      await page.getByLabel('City').fill('X');
      await page.getByRole('button', { name: 'Send Answer' }).click();
    },
  },
  {
    name: 'unapproved',
    state: sidebarState({ canisters: committed, ensembles: [...sidebarState().ensembles, unapproved] }),
    act: ({ page }) => page.getByRole('button', { name: /^Tools:/ }).click(),
  },
  { name: 'visit', state: sidebarState({ requests: [pageRequest, sampling] }), height: 900 },
];

describe('the looks of the sidebar’s page', () => {
  const open = sidebarPages();

  for (const { name, state, height = 720, act } of scenes) {
    it(`has no serious accessibility finding in any theme: ${name}`, async () => {
      const sidebar = await open({ height });
      await sidebar.show(state);
      await act?.(sidebar);
      for (const theme of themes) {
        await sidebar.changeTheme(theme);
        if (inAllThemes || theme === themes[0]) await sidebar.screenshot(`${name}-${theme}`);
        const about = theme === themes[0] ? 'all' : 'colors';
        assert.deepEqual(await sidebar.accessibilityFindings(about), [], theme);
      }
    });
  }

  it('draws secondary buttons with the border that the theme has for them', async () => {
    const sidebar = await open();
    await sidebar.show(rolledBack('failed'));
    const borders = () =>
      sidebar.page.evaluate(() =>
        [...document.querySelectorAll('.outcome vscode-button')].map(button => {
          const base = button.shadowRoot?.querySelector('.base') ?? button;
          return [button.hasAttribute('secondary'), getComputedStyle(base).borderTopColor];
        }),
      );
    // As in Dark 2026, where the border of a button is as blue as the focus.
    await sidebar.page.evaluate(() => {
      document.documentElement.style.setProperty('--vscode-button-border', '#297aa0');
      document.documentElement.style.setProperty('--vscode-button-secondaryBorder', '#333536');
    });
    assert.deepEqual(await borders(), [
      [false, 'rgb(41, 122, 160)'],
      [true, 'rgb(51, 53, 54)'],
    ]);
  });

  it('aligns what a turn without an answer took with the words about it', async () => {
    const sidebar = await open();
    await sidebar.show(brokenOff);
    const left = (selector: string) =>
      sidebar.page
        .locator(selector)
        .first()
        .evaluate(each => each.getBoundingClientRect().left);
    assert.equal(await left('.outcome > .turn-footer > span'), await left('.outcome > .hint'));
  });

  for (const width of [250, 320]) {
    it(`shows the whole names of files in a view of ${width} pixels, whatever folders they are in`, async () => {
      const sidebar = await open({ width });
      await sidebar.show(edited);
      const cut = await sidebar.page.locator('.invocation-file > span:last-child').evaluateAll(
        names =>
          names.filter(name => {
            const words = document.createRange();
            words.selectNodeContents(name);
            return words.getBoundingClientRect().width > name.getBoundingClientRect().width;
          }).length,
      );
      assert.equal(cut, 0);
    });
  }

  for (const width of [230, 900]) {
    it(`fits a view of ${width} pixels`, async () => {
      const sidebar = await open({ width });
      for (const [name, state] of Object.entries({
        asking,
        askingForChange,
        brokenOff,
        waitingForAnswer,
        steered,
        thinking,
        labelled,
        edited,
        windowed,
        rich,
        empty: sidebarState({ model: 'openai/local' }),
        conversation: sidebarState({ canisters: committed }),
      })) {
        await sidebar.show(state);
        await sidebar.screenshot(`${name}-${width}`);
        const wide = await sidebar.page.evaluate(() =>
          [...document.querySelectorAll('.page *')]
            .filter(each => each.closest('.table-frame, pre, .formula, .visually-hidden') === null)
            .filter(each => each.getBoundingClientRect().right > innerWidth + 1)
            .map(each => `${each.localName}.${each.className}`),
        );
        assert.deepEqual(wide, [], name);
      }
    });
  }

  it('come from scripts of less than 400 kB, with all that is loaded at once', async () => {
    const scripts = await bundleSidebar();
    const loaded = new Set(['/dist/sidebar.js']);
    for (const script of loaded)
      for (const [, path = ''] of text(scripts.get(script)).matchAll(/\b(?:from|import)\s*"(\.[^"]+)"/g))
        loaded.add(new URL(path, `http://page${script}`).pathname);
    const length = [...loaded].reduce((sum, script) => sum + text(scripts.get(script)).length, 0);
    assert.ok(loaded.size < 6 && scripts.size > loaded.size, [...loaded].join());
    assert.ok(length < 400_000, `${length} bytes`);
  });
});

async function openRecord({ page }: SidebarPage): Promise<void> {
  await page.locator('converser-compaction summary').click();
  await page.locator('.outcome-choices').last().scrollIntoViewIfNeeded();
}

function text(script: Uint8Array | undefined): string {
  assert.ok(script, 'it is not built');
  return new TextDecoder().decode(script);
}
