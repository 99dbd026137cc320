import assert from 'node:assert/strict';
import { type HostState, sidebarState } from '../../sidebar/sidebar-states.ts';
import { inAllThemes } from '../../workbench/all-themes.ts';
import { type SidebarPage, sidebarPages, themes } from '../page/open-sidebar-page.ts';
import * as scene from '../page/scenes.ts';
import { bundleSidebar } from '../page/sidebar-browser.ts';

type Scene = {
  readonly name: string;
  readonly state: HostState;
  readonly height?: number;
  /** What is clicked on first. */
  readonly click?: string;
  act?(sidebar: SidebarPage): Promise<void>;
};

const button = (begin: string) => `role=button[name=/^${begin}/]`;

const takenBack = { ...scene.compaction, marks: { ...scene.compaction.marks, active: false } };

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
    click: button('Tools, mode and thinking'),
    act: ({ page }) => page.getByRole('menuitem', { name: 'Thinking: Extra high' }).click(),
  },
  {
    name: 'choosing-mode',
    state: sidebarState({ mode: 'ask' }),
    click: button('Mode: Ask'),
    act: ({ press }) => press('ArrowDown'),
  },
  {
    name: 'attachments',
    state: sidebarState({ attachable: scene.attachable }),
    async act({ page }) {
      const field = page.getByLabel('Message', { exact: true });
      await field.fill(`see ${scene.attachable.map(({ written }) => written).join(' ')}`);
      await page.getByRole('list', { name: 'Attachments' }).waitFor();
    },
  },
  {
    name: 'window',
    state: scene.windowed,
    click: button('Context window: 85 % used'),
    act: ({ page }) => page.locator('.window-panel:focus').waitFor(),
  },
  {
    name: 'compacted',
    state: sidebarState({ canisters: [...scene.committed, scene.compaction] }),
    act: openRecord,
  },
  {
    name: 'taken-back',
    state: sidebarState({ canisters: [...scene.committed, takenBack] }),
    act: openRecord,
  },
  { name: 'conversation', state: sidebarState({ canisters: scene.committed }) },
  {
    name: 'opened',
    state: sidebarState({ canisters: scene.committed.slice(0, 8) }),
    height: 1100,
    async act({ page }) {
      for (const row of await page.locator('.invocation-toggle').all()) await row.click();
      await page.locator('.log').evaluate(log => log.scrollTo(0, 0));
    },
  },
  {
    name: 'spending',
    state: scene.priced,
    async act({ page }) {
      for (const summary of await page.locator('.spending > summary').all()) await summary.click();
    },
  },
  {
    name: 'timeline',
    state: scene.timed,
    async act({ page, press }) {
      await page.locator('.spending > summary').first().press('Enter');
      await page.getByRole('option', { name: /^Round 1, model/ }).focus();
      await press('ArrowRight', 'ArrowRight');
    },
  },
  { name: 'asking', state: scene.asking },
  { name: 'asking-for-change', state: scene.askingForChange },
  { name: 'asking-in-time', state: scene.askingInTime, act: ({ page }) => page.getByRole('timer').waitFor() },
  { name: 'asking-about-several', state: scene.askingAboutSeveral },
  {
    name: 'asking-about-several-opened',
    state: scene.askingAboutSeveral,
    height: 900,
    click: '.review summary >> nth=1',
  },
  { name: 'allowing-more', state: scene.asking, click: button('Allow More…') },
  { name: 'denying-with-reason', state: scene.asking, click: button('Deny with Reason…') },
  { name: 'edited', state: scene.edited, click: '.invocation-toggle >> nth=-1' },
  {
    name: 'rich',
    state: scene.rich,
    height: 1500,
    act: ({ page }) => page.locator('.hljs-name').first().waitFor(),
  },
  { name: 'thinking', state: scene.thinking, click: '.reasoning > summary >> nth=0' },
  {
    name: 'changed-files',
    state: scene.changed,
    click: '.changes-toggle',
    async act({ page, tell }) {
      await tell(scene.changedFiles);
      await page.getByRole('list', { name: 'Changed files' }).waitFor();
    },
  },
  { name: 'planned', state: scene.planned, click: '.status-toggle' },
  { name: 'labelled', state: scene.labelled, click: '.invocation-toggle >> nth=0' },
  { name: 'overstated', state: scene.overstated },
  { name: 'queued', state: scene.waitingForAnswer },
  { name: 'steered', state: scene.steered },
  { name: 'recorded', state: scene.recorded },
  { name: 'stopped', state: scene.rolledBack('stopped') },
  { name: 'failed', state: scene.rolledBack('failed') },
  { name: 'broken-off', state: scene.brokenOff },
  {
    name: 'tools',
    state: sidebarState({ canisters: scene.committed }),
    click: button('Tools:'),
    act: ({ page }) => page.locator('.ensemble-toggle').first().click(),
  },
  { name: 'models', state: sidebarState({ canisters: scene.committed }), click: button('Model:') },
  {
    name: 'form',
    state: sidebarState({ canisters: scene.committed, requests: [scene.form] }),
    height: 900,
    async act({ page }) {
      await page.getByLabel('City').fill('X');
      await page.getByRole('button', { name: 'Send Answer' }).click();
    },
  },
  {
    name: 'unapproved',
    state: sidebarState({
      canisters: scene.committed,
      ensembles: [...sidebarState().ensembles, scene.unapproved],
    }),
    click: button('Tools:'),
  },
  { name: 'visit', state: sidebarState({ requests: [scene.pageRequest, scene.sampling] }), height: 900 },
];

describe('the looks of the sidebar’s page', () => {
  const open = sidebarPages();

  for (const { name, state, height = 720, click, act } of scenes) {
    it(`has no serious accessibility finding in any theme: ${name}`, async () => {
      const sidebar = await open({ height, state });
      if (click !== undefined) await sidebar.page.locator(click).click();
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
    const { page } = await open({ state: scene.rolledBack('failed') });
    const borders = () =>
      page.evaluate(() =>
        [...document.querySelectorAll('.outcome vscode-button')].map(button => {
          const base = button.shadowRoot?.querySelector('.base') ?? button;
          return [button.hasAttribute('secondary'), getComputedStyle(base).borderTopColor];
        }),
      );
    // As in Dark 2026, where the border of a button is as blue as the focus.
    await page.evaluate(() => {
      document.documentElement.style.setProperty('--vscode-button-border', '#297aa0');
      document.documentElement.style.setProperty('--vscode-button-secondaryBorder', '#333536');
    });
    assert.deepEqual(await borders(), [
      [false, 'rgb(41, 122, 160)'],
      [true, 'rgb(51, 53, 54)'],
    ]);
  });

  it('aligns what a turn without an answer took with the words about it', async () => {
    const { page } = await open({ state: scene.brokenOff });
    const left = (selector: string) =>
      page.locator(`${selector} >> nth=0`).evaluate(each => each.getBoundingClientRect().left);
    // The icon before it has an edge of 4 pixels.
    assert.equal((await left('.outcome > .turn-footer > .spending')) + 4, await left('.outcome > .hint'));
  });

  for (const width of [250, 320]) {
    it(`shows the whole names of files in a view of ${width} pixels, whatever folders they are in`, async () => {
      const { page } = await open({ width, state: scene.edited });
      const cut = await page.locator('.invocation-file > span:last-child').evaluateAll(
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

  const { asking, askingForChange, brokenOff, waitingForAnswer, steered, recorded } = scene;
  const { thinking, labelled, edited, windowed, rich } = scene;
  const narrow = {
    asking,
    askingForChange,
    brokenOff,
    waitingForAnswer,
    steered,
    recorded,
    thinking,
    labelled,
  };
  const empty = sidebarState({ model: 'openai/local' });
  const conversation = sidebarState({ canisters: scene.committed });
  const wide = { edited, windowed, rich, empty, conversation };
  for (const width of [230, 900]) {
    it(`fits a view of ${width} pixels`, async () => {
      const sidebar = await open({ width });
      for (const [name, state] of Object.entries({ ...narrow, ...wide })) {
        await sidebar.show(state);
        await sidebar.screenshot(`${name}-${width}`);
        const tooWide = await sidebar.page.evaluate(() =>
          [...document.querySelectorAll('.page *')]
            .filter(each => each.closest('.table-frame, pre, .formula, .visually-hidden') === null)
            .filter(each => each.getBoundingClientRect().right > innerWidth + 1)
            .map(each => `${each.localName}.${each.className}`),
        );
        assert.deepEqual(tooWide, [], name);
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
