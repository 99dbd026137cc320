import assert from 'node:assert/strict';
import type { Locator } from 'playwright-core';
import type { SidebarModel } from '../../../src/sidebar/protocol.ts';
import { sidebarState } from '../../sidebar/sidebar-states.ts';
import { tightMeasure } from '../../sidebar/window/a-measure.ts';
import { announced, says, sidebarPages } from './open-sidebar-page.ts';
import {
  asking,
  committed,
  largest,
  make,
  opening,
  rolledBack,
  steered,
  waitingForAnswer,
} from './scenes.ts';

describe('the composer in the sidebar’s page', () => {
  const open = sidebarPages();
  const running = sidebarState({ turn: opening, running: true });
  const almostFull = sidebarState({ model: 'copilot/claude-opus', measure: tightMeasure });

  it('lets you choose tools, mode and model by keyboard', async () => {
    const { page, posts, press } = await open({ state: sidebarState(), focus: true });
    await press('Tab', 'Enter');
    assert.deepEqual(await posts(), [{ type: 'add-context' }]);
    await press('Tab', 'Enter');
    await page.locator('vscode-checkbox:focus').first().waitFor();
    await press('Space', 'Tab', 'Enter', 'Tab', 'Space');
    assert.deepEqual(await posts(), [
      { type: 'enable-ensemble', name: 'workspace', enabled: false },
      { type: 'enable-invoker', fullName: 'workspace:read_file', enabled: false },
    ]);
    await page.keyboard.press('Escape');
    assert.equal(await page.locator('[role=dialog]').count(), 0);
    await press('Tab', 'Space');
    await page.locator('[role=option]:focus').waitFor();
    const modes = page.locator('[role=option]');
    const names = await modes.evaluateAll(nodes => nodes.map(node => node.getAttribute('data-name')));
    assert.deepEqual(names, ['agent', 'edits', 'plan', 'ask']);
    await press('p', 'Enter');
    assert.deepEqual(await posts(), [{ type: 'choose-mode', name: 'plan' }]);
    await press('Tab', 'Space');
    await page.locator('[role=option]:focus').waitFor();
    await press('ArrowDown', 'Enter');
    assert.deepEqual(await posts(), [{ type: 'choose-model', reference: 'copilot/claude-opus' }]);
    const focused = await page.evaluate(() => document.activeElement?.getAttribute('aria-label'));
    assert.equal(focused, 'Model: Rehearsal');
  });

  it('goes round the modes with Shift+Tab in the field, says so, and leads upwards by another key', async () => {
    const { page, show, posts, press } = await open({
      state: sidebarState({ canisters: committed }),
      focus: true,
    });
    await page.keyboard.type('Draft');
    await press('Shift+Tab', 'Shift+Tab');
    const chosen = ['edits', 'plan'].map(name => ({ type: 'choose-mode', name }));
    assert.deepEqual(await posts(), chosen);
    await page.getByRole('button', { name: 'Mode: Plan' }).waitFor();
    assert.equal(await page.locator('textarea:focus').inputValue(), 'Draft');
    await show(sidebarState({ canisters: committed, mode: 'plan' }));
    assert.match(await announced(page), /^Mode: Plan\. Control\+Arrow Up leads .* to what is above it\.$/);
    await press('Shift+Tab', 'Shift+Tab');
    const rest = ['ask', 'agent'].map(name => ({ type: 'choose-mode', name }));
    assert.deepEqual(await posts(), rest);
    await press('Shift+Enter', 'Control+ArrowUp');
    assert.equal(await page.locator('textarea:focus').count(), 1);
    await press('Control+Home', 'Control+ArrowUp');
    const isAbove = await page.evaluate(() => document.activeElement?.closest('converser-log') !== null);
    assert.equal(isAbove, true);
    await press('Tab');
    await page.locator('textarea:focus').waitFor();
    await press('Tab', 'Shift+Tab');
    await page.locator('textarea:focus').waitFor();
    assert.deepEqual(await posts(), []);
  });

  it('lets you choose how hard the model thinks, by keyboard, where it can be told', async () => {
    const { page, tell, posts, press } = await open();
    const thinking: SidebarModel = {
      ...{ reference: 'openai/gpt', label: 'GPT', detail: 'OpenAI', tools: 'native' },
      ...{ efforts: ['none', 'low', 'high'], effort: 'low' },
      options: [
        { name: 'temperature', value: '0.2', pattern: 'openai/*' },
        { name: 'seed', value: '7' },
      ],
    };
    await tell({ type: 'state', state: sidebarState() });
    assert.equal(await page.getByRole('button', { name: /^Thinking: / }).count(), 0);
    await tell({ type: 'state', state: sidebarState({ models: [thinking], model: 'openai/gpt' }) });
    await page.getByRole('button', { name: 'Thinking: As usual (Low)' }).press('Enter');
    await page.locator('[role=option]:focus').waitFor();
    const efforts = (await page.locator('[role=option]').allTextContents()).map(text => text.trim());
    assert.deepEqual(efforts, ['As usual (Low)', 'Off', 'Low', 'High']);
    assert.deepEqual(await page.locator('.held-options > div').allInnerTexts(), [
      'temperature 0.2\nmodel options of openai/*',
      'seed 7\nits provider’s settings',
    ]);
    await posts();
    await press('h', 'Enter');
    assert.deepEqual(await posts(), [{ type: 'choose-effort', effort: 'high' }]);
    const chosen = sidebarState({ models: [thinking], model: 'openai/gpt', effort: 'high' });
    await tell({ type: 'state', state: chosen });
    await page.getByRole('button', { name: 'Thinking: High' }).click();
    await page.getByRole('option', { name: 'As usual' }).click();
    assert.deepEqual(await posts(), [{ type: 'choose-effort', effort: 'usual' }]);
    const { efforts: _efforts, effort: _effort, ...plain } = thinking;
    await tell({ type: 'state', state: sidebarState({ models: [plain], model: 'openai/gpt' }) });
    await page.getByRole('button', { name: 'Options of the model' }).press('Enter');
    await page.locator('.held-options:focus').waitFor();
    await page.keyboard.press('Escape');
    assert.equal(await page.locator('.held-options').count(), 0);
  });

  for (const width of [170, 250, 300, 430]) {
    it(`shows the model and Stop in a view of ${width} pixels, and all else by the keyboard`, async () => {
      const gpt = { reference: 'o/gpt', label: 'gpt-oss:20b', detail: 'Ollama', tools: 'native' } as const;
      const models = [{ ...gpt, efforts: ['low', 'high'] as const }];
      const busy = { ...running, models, model: 'o/gpt', mode: 'plan' };
      const { page, press, posts } = await open({ width, state: busy, focus: true });
      const outside = await page.locator('.field-bar').evaluate(bar => {
        const { right } = bar.getBoundingClientRect();
        return [...bar.querySelectorAll('button')].filter(each => each.getBoundingClientRect().right > right)
          .length;
      });
      assert.equal(outside, 0);
      const name = page.locator('converser-model-picker .picker-label');
      const isCut = await name.evaluate(label => label.scrollWidth > label.clientWidth);
      assert.equal(isCut, width === 170);
      const menu = page.getByRole('button', { name: 'Tools, mode and thinking: Plan' });
      assert.equal(await menu.isVisible(), width < 430);
      if (width === 430) return;
      await menu.press('Enter');
      await page.locator('[role=menuitem]:focus').waitFor();
      await press('m', 'Enter');
      await page.locator('[role=option]:focus').waitFor();
      await press('Home', 'Enter');
      assert.deepEqual(await posts(), [{ type: 'choose-mode', name: 'agent' }]);
      const focused = await page.evaluate(() => document.activeElement?.getAttribute('aria-label'));
      assert.equal(focused, 'Tools, mode and thinking: Plan');
    });
  }

  it('shows how full the window is and what fills it, and leads to what helps, by keyboard', async () => {
    const { page, posts, press } = await open({ state: almostFull });
    await page.getByRole('button', { name: 'Context window: 85 % used' }).press('Enter');
    await page.locator('[role=dialog]:focus').waitFor();
    const table = page.getByRole('table', { name: 'What takes the tokens' });
    const rows = await table.locator('tr').allInnerTexts();
    assert.match(rows[1] ?? '', /^Tools: github\s+31\.4k\s+tokens\s+28 %$/);
    await says(page.locator('.window-total'), /^85 % of the context window used$/);
    await posts();
    await press('Tab', 'Enter');
    await page.locator('converser-tools-picker [role=dialog]').waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Context window: 85 % used' }).click();
    await page.getByRole('button', { name: 'New Conversation' }).click();
    assert.deepEqual(await posts(), [{ type: 'new-conversation' }]);
  });

  it('leaves out a large result, or no longer offers a large tool, by keyboard', async () => {
    const { page, posts, accessibilityFindings, changeTheme, screenshot } = await open({
      state: sidebarState({ model: 'copilot/claude-opus', measure: { ...tightMeasure, largest } }),
      width: 250,
      height: 900,
    });
    const meter = page.getByRole('button', { name: 'Context window: 85 % used' });
    await meter.press('Enter');
    const list = page.getByRole('list', { name: 'What is largest' });
    await says(list.getByRole('listitem').first(), /workspace:read_file.*21\.3k/s);
    for (const theme of ['dark', 'high-contrast-light'] as const) {
      await changeTheme(theme);
      assert.deepEqual(await accessibilityFindings(), []);
      await screenshot(`largest-${theme}`);
    }
    await posts();
    await page.getByRole('button', { name: /^Leave out workspace:read_file/ }).press('Enter');
    await meter.and(page.locator(':focus')).waitFor();
    await meter.press('Enter');
    await page.getByRole('button', { name: 'Leave out github:search' }).press('Enter');
    assert.deepEqual(await posts(), [
      { type: 'compact', result: 'call-1-result' },
      { type: 'enable-invoker', fullName: 'github:search', enabled: false },
    ]);
  });

  it('counts what you are writing as a part of the window, before you send it', async () => {
    const { page } = await open({ state: almostFull });
    await page.getByLabel('Message', { exact: true }).focus();
    await page.getByRole('button', { name: 'Context window: 85 % used' }).waitFor();
    await page.keyboard.insertText('word '.repeat(8_000));
    const fuller = page.getByRole('button', { name: /^Context window: 9\d % used$/ });
    await fuller.click();
    await page.getByText(/^With what you are writing: about \d+\.\dk tokens\.$/).waitFor();
    await page.keyboard.press('Escape');
    await page.getByLabel('Message', { exact: true }).fill('');
    await page.getByRole('button', { name: 'Context window: 85 % used' }).waitFor();
  });

  it('keeps the list of models open though the focus that you asked for before comes late', async () => {
    const { page, tell, settled } = await open({ state: sidebarState() });
    await page.getByRole('button', { name: /^Model: / }).click();
    await page.locator('[role=option]:focus').waitFor();
    await tell({ type: 'focus' });
    await settled();
    assert.equal(await page.locator('[role=option]:focus').count(), 1);
    // A shortcut asks for it anew, wherever in the page you are.
    await page.keyboard.press('Control+Alt+J');
    await tell({ type: 'focus' });
    await page.locator('textarea:focus').waitFor();
  });

  it('takes the focus after what you did in the page led to it', async () => {
    const { page, tell } = await open({ state: sidebarState() });
    await page.getByRole('button', { name: /^Model: / }).click();
    await page.locator('[role=option]').last().click();
    await tell({ type: 'focus' });
    await page.locator('textarea:focus').waitFor();
  });

  it('leaves the focus where you type when a question appears', async () => {
    const { page, show } = await open({ state: running, focus: true });
    await page.keyboard.type('Next I want');
    await show(asking);
    await page.keyboard.type(' to');
    assert.equal(await page.locator('textarea').inputValue(), 'Next I want to');
  });

  it('leaves the focus elsewhere in the window, and takes it when you come', async () => {
    const { page, tell, show } = await open({ inWindow: true });
    await page.getByLabel('Palette').focus();
    await tell({ type: 'state', state: running }, { type: 'focus' });
    await page.keyboard.type('Run');
    await show(asking);
    await page.keyboard.type(' Task');
    assert.equal(await page.getByLabel('Palette').inputValue(), 'Run Task');
    const view = page.frameLocator('iframe');
    await page.evaluate(() => document.querySelector('iframe')?.contentWindow?.focus());
    await view.locator('.permission:focus').waitFor();
    await page.getByLabel('Palette').focus();
    await tell({ type: 'compose', text: 'What is this?' });
    assert.equal(await view.locator('textarea').inputValue(), 'What is this?');
    await page.keyboard.type('…');
    assert.equal(await page.getByLabel('Palette').inputValue(), 'Run Task…');
    await page.evaluate(() => document.querySelector('iframe')?.contentWindow?.focus());
    await view.locator('textarea:focus').waitFor();
  });

  it('has the focus for whoever came before the extension had started', async () => {
    const { page, show } = await open();
    await page.evaluate(async () => {
      for (let frames = 0; frames < 150; frames++) await new Promise(requestAnimationFrame);
    });
    await show(sidebarState());
    await page.locator('textarea:focus').waitFor();
  });

  it('sends what you write while an answer is running, shows it as waiting, and gives it back', async () => {
    const { page, tell, show, posts } = await open({ state: running, focus: true });
    assert.equal(await page.getByRole('button', { name: 'Send' }).count(), 0);
    await page.keyboard.type('And then this');
    await page.getByRole('button', { name: 'Send' }).waitFor();
    await page.keyboard.press('Enter');
    assert.deepEqual(await posts(), [{ type: 'send', text: 'And then this' }]);
    assert.equal(await page.locator('textarea').inputValue(), '');
    await show(waitingForAnswer);
    assert.equal(await announced(page), 'Your message waits for the answer.');
    const waiting = page.getByRole('region', { name: 'Waiting messages' });
    assert.deepEqual(await waiting.locator('.queued-text').allTextContents(), [
      'And then this',
      'What else could it be? '.repeat(12),
    ]);
    await page.keyboard.type('a draft');
    await waiting.getByRole('button', { name: 'Edit the waiting message: And then this' }).press('Enter');
    assert.deepEqual(await posts(), [{ type: 'take-back', id: 'queued-1' }]);
    await tell({ type: 'add', text: 'And then this' });
    assert.equal(await page.locator('textarea').inputValue(), 'a draft\n\nAnd then this');
    assert.equal(await page.locator('textarea').evaluate(field => field === document.activeElement), true);
  });

  it('sends what waits before the next round, by its button or with Control+Enter', async () => {
    const { page, show, posts } = await open({ state: waitingForAnswer });
    const waiting = page.getByRole('region', { name: 'Waiting messages' });
    await waiting.getByRole('button', { name: 'Send now: And then this' }).press('Enter');
    assert.deepEqual(await posts(), [{ type: 'send-now', id: 'queued-1' }]);
    await page.locator('textarea:focus').waitFor();
    await page.keyboard.type('Faster!');
    await page.keyboard.press('Control+Enter');
    assert.deepEqual(await posts(), [{ type: 'send', text: 'Faster!', now: true }]);
    await show(steered);
    assert.equal(await announced(page), 'Your message is sent before the next round.');
    const labelsOf = (places: Locator) =>
      places.evaluateAll(all => all.map(each => each.getAttribute('aria-label')));
    const lists = ['Sent before the next round:', 'Sent after the answer:'];
    assert.deepEqual(await labelsOf(waiting.getByRole('list')), lists);
    const now = waiting.getByRole('button', { name: /^Send now/ });
    assert.deepEqual(await labelsOf(now), ['Send now: Then summarize it']);
  });

  it('stops after the round with its button or Shift+Escape, and goes on by the same', async () => {
    const { page, show, posts } = await open({ state: running, focus: true });
    await page.keyboard.type('x');
    await page.keyboard.press('Shift+Escape');
    const button = page.getByRole('button', { name: 'Stop after this round' });
    assert.equal(await button.getAttribute('aria-pressed'), 'false');
    await button.press('Enter');
    const stop = { type: 'stop-after-round', stops: true };
    assert.deepEqual(await posts(), [stop, stop]);
    await show({ ...running, stopsAfterRound: true });
    assert.equal(await button.getAttribute('aria-pressed'), 'true');
    await page.getByText('Stops after this round', { exact: true }).waitFor();
    assert.equal(await announced(page), 'The turn stops after this round.');
    await page.keyboard.press('Shift+Escape');
    assert.deepEqual(await posts(), [{ type: 'stop-after-round', stops: false }]);
  });

  it('shows that the conversation is recorded, and stops that by keyboard', async () => {
    const { page, posts, show } = await open({ state: sidebarState() });
    assert.equal(await page.getByRole('group', { name: 'Recording' }).count(), 0);
    await show(sidebarState({ isRecorded: true }));
    await page.getByRole('button', { name: 'Stop Recording' }).press('Enter');
    assert.deepEqual(await posts(), [{ type: 'stop-recording' }]);
  });

  it('does not stop with Escape while you are writing, and says so', async () => {
    const { page, posts, press } = await open({ state: running, focus: true });
    await page.keyboard.type('x');
    await page.keyboard.press('Escape');
    assert.deepEqual(await posts(), []);
    assert.match(await announced(page), /^Not stopped/);
    await press('Backspace', 'Escape');
    assert.deepEqual(await posts(), [{ type: 'stop' }]);
  });

  it('recalls with Arrow-Up what you sent, also where it has failed and is shown no longer', async () => {
    const sidebar = await open({ state: sidebarState({ canisters: committed }), focus: true });
    const { page } = sidebar;
    for (const text of ['This fails', 'This does not'])
      for (const key of [...text, 'Enter']) await page.keyboard.press(key);
    const canisters = [...committed, make.user('u', 'This does not'), make.assistant('a', 'No.')];
    await sidebar.show(sidebarState({ canisters }));
    const recalled = async () => {
      await page.keyboard.press('ArrowUp');
      return page.locator('textarea').inputValue();
    };
    const all = ['This does not', 'This fails', 'Thank you!', 'What is in README.md? And roll 3d6+2 for me.'];
    for (const text of all) assert.equal(await recalled(), text);
    const remembered = await sidebar.remembered();
    const again = await open({ remembered: { ...(remembered as object), draft: '' } });
    await again.tell({ type: 'state', state: sidebarState() }, { type: 'focus' });
    assert.equal(await recalled(), 'This does not');
  });

  it('suggests what MCP servers offer, with the focus in the field', async () => {
    const { page, tell, posts, accessibilityFindings } = await open({ state: sidebarState(), focus: true });
    await page.keyboard.type('see @wea');
    const asked = (await posts()).at(-1);
    assert.deepEqual(asked?.type === 'complete' && asked.text, 'see @wea');
    const labels = ['@weather:oslo', '@weather:bergen'];
    const items = labels.map(label => ({ label, detail: '', insert: `${label} ` }));
    const request = asked?.type === 'complete' ? asked.request : 0;
    await tell({ type: 'completions', request: request - 1, start: 4, items: [] });
    await tell({ type: 'completions', request, start: 4, items });
    const field = page.getByLabel('Message', { exact: true });
    assert.equal(await field.getAttribute('aria-activedescendant'), 'completion-0');
    assert.deepEqual(await accessibilityFindings(), []);
    await page.keyboard.press('ArrowDown');
    assert.equal(await page.locator('[role=option][aria-selected=true]').getAttribute('id'), 'completion-1');
    await page.keyboard.press('Enter');
    assert.equal(await field.inputValue(), 'see @weather:bergen ');
    assert.equal(await page.getByRole('listbox').count(), 0);
    await page.getByRole('button', { name: 'Add context' }).click();
    assert.deepEqual((await posts()).at(-1), { type: 'add-context' });
    await tell({ type: 'insert', text: '@weather:oslo' });
    assert.equal(await field.inputValue(), 'see @weather:bergen @weather:oslo ');
  });

  it('offers what fits a language model, the newest conversations, and the file in the editor', async () => {
    const recent = [{ id: 'c-1', title: 'Fix the parser' }];
    const state = sidebarState({ model: 'copilot/claude-opus', recent, editor: '@src/a.ts' });
    const { page, posts, show } = await open({ state });
    assert.equal(await page.getByRole('button', { name: 'Roll 3d6+2' }).count(), 0);
    await page.getByRole('button', { name: 'Fix the parser' }).press('Enter');
    await page.getByRole('button', { name: 'All Conversations…' }).press('Enter');
    const opened = { type: 'open-conversation' };
    assert.deepEqual(await posts(), [{ ...opened, id: 'c-1' }, opened]);
    await page.getByRole('button', { name: 'Attach src/a.ts' }).press('Enter');
    const field = page.getByLabel('Message', { exact: true });
    assert.equal(await field.inputValue(), '@src/a.ts ');
    await field.and(page.locator(':focus')).waitFor();
    assert.equal(await page.getByRole('button', { name: 'Attach src/a.ts' }).count(), 0);
    await show(sidebarState({ models: [], model: undefined }));
    await page.getByRole('button', { name: 'Connect to Models…' }).press('Enter');
    await field.and(page.locator(':focus')).waitFor();
  });

  it('offers examples, and tries a turn again that was rolled back', async () => {
    const { page, show, posts } = await open({ state: sidebarState() });
    await page.getByRole('button', { name: 'Roll 3d6+2' }).click();
    await show(rolledBack('failed'));
    await page.getByRole('button', { name: 'Show Log' }).click();
    await page.getByRole('button', { name: 'Try Again' }).click();
    assert.deepEqual(await posts(), [
      { type: 'send', text: 'Roll 3d6+2' },
      { type: 'show-log' },
      { type: 'send', text: 'What is in README.md? And roll 3d6+2 for me.' },
    ]);
  });

  it('takes text that the extension composes', async () => {
    const { page, tell } = await open();
    await tell({ type: 'compose', text: 'Explain this' }, { type: 'state', state: sidebarState() });
    await page.waitForFunction(() => document.querySelector('textarea')?.value === 'Explain this');
    assert.equal(await page.evaluate(() => document.activeElement?.localName), 'textarea');
  });
});
