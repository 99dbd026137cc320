import assert from 'node:assert/strict';
import type { Page } from 'playwright-core';
import type { FromPage, SidebarQuestion } from '../../../src/sidebar/protocol.ts';
import { type SidebarPage, says, sidebarPages } from './open-sidebar-page.ts';
import { asking, askingAboutSeveral, askingForChange } from './scenes.ts';

const [question] = asking.questions as readonly [SidebarQuestion];

describe('the question whether a call may run, in the sidebar’s page', () => {
  const open = sidebarPages();

  function openCard(changed: Partial<SidebarQuestion> = {}): Promise<SidebarPage> {
    return open({ state: { ...asking, questions: [{ ...question, ...changed }] } });
  }
  const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
  const answers = (posts: readonly FromPage[]) =>
    posts.map(post => (post.type === 'answer' ? post.answer : post));

  const writing = async (page: Page, json: string) => {
    await page.keyboard.press('Control+A');
    await page.keyboard.insertText(json);
  };

  it('cuts no label in a view of 250 pixels, however long the names of sources are', async () => {
    const caution = { trusts: 'the MCP server everything-with-a-long-name' };
    const state = { ...asking, questions: [{ ...question, caution }] };
    const { page } = await open({ width: 250, state });
    await button(page, 'Allow More…').press('Enter');
    await button(page, `Allow, Trust ${caution.trusts}`).waitFor();
    const cut = await page.locator('vscode-button').evaluateAll(
      buttons =>
        buttons.filter(each => {
          const base = each.shadowRoot?.querySelector('.base') ?? each;
          return base.scrollWidth > base.clientWidth;
        }).length,
    );
    assert.equal(cut, 0);
  });

  it('shows the whole of what its buttons open, however long it is', async () => {
    const diff = Array.from({ length: 50 }, (_, at) => `+line ${at}`).join('\n');
    const { page } = await openCard({ preview: { title: 'Create notes/today.md?', diff, size: '+50 −0' } });
    await button(page, 'Allow More…').press('Enter');
    const { bottom, end } = await page.locator('.wider-yes').evaluate(form => ({
      bottom: form.getBoundingClientRect().bottom,
      end: form.closest('.questions')?.getBoundingClientRect().bottom ?? 0,
    }));
    assert.ok(bottom <= end + 1, `${bottom} > ${end}`);
  });

  it('lets you choose to which calls a yes is limited and for how long, by keyboard', async () => {
    const { page, posts, press } = await openCard();
    await button(page, 'Allow More…').press('Enter');
    assert.equal(await button(page, 'Allow More…').getAttribute('aria-expanded'), 'true');
    const calls = page.getByLabel('Which calls');
    assert.equal(await calls.evaluate(field => field === document.activeElement), true);
    assert.deepEqual(await calls.locator('option').allTextContents(), [
      'notes/today.md',
      'notes/**',
      'Every call of workspace:write_file',
    ]);
    assert.deepEqual(await page.getByLabel('For how long').locator('option').allTextContents(), [
      'Until this answer is complete',
      'In this conversation',
      'In this workspace',
      'In every workspace',
    ]);
    assert.equal(await page.getByLabel('For how long').inputValue(), 'conversation');
    await press('ArrowDown', 'Tab', 'ArrowDown', 'Tab', 'Enter');
    assert.deepEqual(answers(await posts()), [{ kind: 'allow', scope: 'workspace', pattern: 'notes/**' }]);
  });

  it('allows every call where you say so, and where it cannot be limited', async () => {
    const { page, posts } = await openCard();
    await button(page, 'Allow More…').click();
    await page.getByLabel('Which calls').selectOption('Every call of workspace:write_file');
    await page.getByLabel('For how long').selectOption('In every workspace');
    await button(page, 'Allow').click();
    assert.deepEqual(answers(await posts()), [{ kind: 'allow', scope: 'user' }]);

    const other = await openCard({ id: 'question-2', patterns: [] });
    await button(other.page, 'Allow More…').click();
    assert.equal(await other.page.getByLabel('Which calls').count(), 0);
    await button(other.page, 'Allow').click();
    assert.deepEqual(answers(await other.posts()), [{ kind: 'allow', scope: 'conversation' }]);
  });

  for (const width of [250, 430]) {
    it(`has three controls in a row, the change, and nothing cut off, at ${width} px`, async () => {
      const { page, posts, changeTheme, accessibilityFindings, screenshot } = await open({
        width,
        state: askingForChange,
      });
      const tops = await page
        .locator('.permission-choices > *')
        .evaluateAll(all => all.map(each => each.getBoundingClientRect().top));
      assert.deepEqual(tops, [tops[0], tops[0], tops[0]]);
      const wide = await page
        .locator('.questions *')
        .evaluateAll(
          (all, most) =>
            all.filter(each => each.getBoundingClientRect().right > most).map(each => each.className),
          width,
        );
      assert.deepEqual(
        wide.filter(name => !/diff-line/.test(name)),
        [],
      );
      await says(page.locator('.permission-title'), /Overwrite notes\/today\.md\?\s*\+3 −1, and more/);
      await says(page.locator('.permission-note.danger'), /^Not sandboxed/);
      await button(page, 'Open Diff').click();
      assert.deepEqual(await posts(), [{ type: 'show-change', questionId: 'question-1' }]);
      assert.deepEqual(await accessibilityFindings(), []);
      for (const theme of ['dark', 'light', 'high-contrast', 'high-contrast-light'] as const) {
        await changeTheme(theme);
        await screenshot(`permission-change-${width}-${theme}`);
      }
      const several = await open({ width, state: askingAboutSeveral });
      await several.screenshot(`permission-several-${width}`);
    });
  }

  it('takes a reason with a no, and a no without one', async () => {
    const { page, posts } = await openCard();
    await button(page, 'Deny with Reason…').press('Enter');
    await page.keyboard.type(' Use b.txt instead. ');
    await page.keyboard.press('Enter');
    assert.deepEqual(answers(await posts()), [{ kind: 'deny', reason: 'Use b.txt instead.' }]);

    const other = await openCard();
    await button(other.page, 'Deny with Reason…').click();
    await other.page.locator('.why-not').getByRole('button', { name: 'Deny' }).click();
    assert.deepEqual(answers(await other.posts()), [{ kind: 'deny' }]);
  });

  it('closes what has opened with Escape, and stops no turn', async () => {
    const { page, posts } = await openCard();
    for (const [opener, field] of [
      ['Allow More…', 'Which calls'],
      ['Deny with Reason…', 'What the model should know'],
    ] as const) {
      await button(page, opener).click();
      await page.getByLabel(field).press('Escape');
      await page.getByLabel(field).waitFor({ state: 'detached' });
      assert.equal(await page.locator('.permission').evaluate(card => card === document.activeElement), true);
    }
    assert.deepEqual(answers(await posts()), []);
    await page.keyboard.press('Escape');
    assert.deepEqual(answers(await posts()), [{ type: 'stop' }]);
  });

  it('has one part open at a time, none in the next question, and offers no more than once where it may not', async () => {
    const { page, show } = await openCard();
    await button(page, 'Allow More…').click();
    await button(page, 'Deny with Reason…').click();
    assert.equal(await page.locator('.wider-yes').count(), 0);
    await button(page, 'Deny with Reason…').click();
    assert.equal(await page.locator('.why-not').count(), 0);
    await button(page, 'Allow More…').click();
    await show({ ...asking, questions: [{ ...question, id: 'question-2', scopes: ['once'], patterns: [] }] });
    assert.equal(await page.locator('.wider-yes').count(), 0);
    assert.equal(await button(page, 'Allow More…').count(), 0);
    assert.equal(await button(page, 'Allow Once').count(), 1);
  });

  describe('about a call that you change', () => {
    it('takes the arguments as JSON by keyboard, and sends nothing that is no object', async () => {
      const { page, posts, accessibilityFindings } = await openCard();
      await button(page, 'Edit…').press('Enter');
      const field = page.getByLabel('Arguments, as JSON');
      assert.equal(await field.evaluate(each => each === document.activeElement), true);
      assert.deepEqual(JSON.parse(await field.inputValue()), question.arguments);
      assert.equal(await button(page, 'Allow Once').count(), 0, 'nothing is allowed while you change it');
      await writing(page, '{"path": ');
      await page.keyboard.press('Control+Enter');
      await says(page.getByRole('alert'), /^Not valid JSON: /);
      await writing(page, '[1]');
      await page.keyboard.press('Control+Enter');
      assert.equal(await page.getByRole('alert').textContent(), 'Enter a JSON object: { … }.');
      assert.equal(await field.getAttribute('aria-invalid'), 'true');
      assert.deepEqual(await accessibilityFindings(), []);
      await writing(page, '{"path": "b.txt"}');
      await page.keyboard.press('Control+Enter');
      assert.deepEqual(answers(await posts()), [{ kind: 'edit', arguments: { path: 'b.txt' } }]);
    });

    it('is left with Escape, which stops no turn, and without a change', async () => {
      const { page, posts } = await openCard();
      await button(page, 'Edit…').click();
      await writing(page, '{}');
      await page.keyboard.press('Escape');
      assert.equal(await page.getByLabel('Arguments, as JSON').count(), 0);
      assert.deepEqual(await posts(), []);
      await page.keyboard.press('Control+Enter');
      assert.deepEqual(answers(await posts()), [{ kind: 'allow', scope: 'once' }]);
    });

    it('shows what is wrong with the change where you made it', async () => {
      const { page, posts, changeTheme, screenshot } = await openCard({
        draft: { path: 7 },
        mistake: 'path must be a string.\u202e',
        left: 42_000,
      });
      const field = page.getByLabel('Arguments, as JSON');
      assert.deepEqual(JSON.parse(await field.inputValue()), { path: 7 });
      assert.equal(await page.getByRole('alert').textContent(), 'path must be a string.\\u202e');
      assert.equal(
        await page.locator('.time-left').textContent(),
        'Without an answer, it is denied in 42 s.',
      );
      await screenshot('permission-edit-dark');
      await changeTheme('light');
      await screenshot('permission-edit-light');
      await page.keyboard.press('Control+Enter');
      assert.deepEqual(answers(await posts()), [{ kind: 'edit', arguments: { path: 7 } }]);
    });
  });

  describe('about several calls', () => {
    const several = {
      ...asking,
      questions: [
        {
          ...question,
          preview: { title: 'Overwrite notes/today.md?', diff: '@@ line 1 @@\n-a\n+b', size: '+1 −1' },
        },
        {
          ...question,
          id: 'question-2',
          invocationId: 'other',
          left: 30_000,
          fullName: 'notes:append',
          arguments: { text: 'x' },
        },
        {
          ...question,
          id: 'question-3',
          invocationId: 'third',
          scopes: ['once' as const],
          patterns: [],
          preview: { title: 'Overwrite .vscode/settings.json?' },
          reason: 'It is a protected place: .vscode.',
        },
      ],
    };
    const openSeveral = () => open({ state: several });
    const given = (posts: readonly FromPage[]) =>
      posts.map(post => (post.type === 'answer' ? [post.questionId, post.answer] : post));
    const yes = { kind: 'allow', scope: 'once' };

    it('allows by keyboard those that are ticked, which what is special is not by itself', async () => {
      const { page, posts, changeTheme, accessibilityFindings, screenshot } = await openSeveral();
      assert.equal(await page.locator('.review').evaluate(each => each === document.activeElement), true);
      assert.equal(await page.locator('.review').count(), 1);
      assert.equal(await button(page, 'Allow Once').count(), 0, 'one list in place of three cards');
      await says(page.locator('.review summary').first(), /Overwrite notes\/today\.md\? \+1 −1/);
      await page.locator('.review .diff').waitFor();
      assert.equal(await button(page, 'Allow 2 Selected Once').count(), 1);
      await says(page.locator('.review'), /notes:append\s+.*x[\s\S]*denied in (30|2\d) s/);
      assert.deepEqual(await accessibilityFindings(), []);
      await screenshot('permission-review-dark');
      await changeTheme('light');
      await screenshot('permission-review-light');
      await page.keyboard.press('Control+Enter');
      assert.deepEqual(given(await posts()), [
        ['question-1', yes],
        ['question-2', yes],
      ]);
      assert.equal(await button(page, 'Allow 0 Selected Once').count(), 1);
      assert.equal(await page.locator('.review:focus').count(), 1, 'the third call waits');
      await page.keyboard.press('Control+Enter');
      assert.deepEqual(given(await posts()), [], 'each is answered once');
    });

    it('leaves the focus in the field though the answers reach the extension one after the other', async () => {
      const { page, show } = await openSeveral();
      await page.getByRole('checkbox', { name: 'Select: Overwrite .vscode/settings.json?' }).check();
      await page.keyboard.press('Control+Enter');
      for (const left of [2, 1, 0]) {
        await show({ ...several, questions: several.questions.slice(3 - left) });
        assert.equal(await page.locator('textarea:focus').count(), 1, `${left} left`);
        assert.equal(
          await page.locator('.permission vscode-button:not([disabled])').count(),
          0,
          `${left} left`,
        );
      }
    });

    it('lets you tick others, and denies all', async () => {
      const { page, posts } = await openSeveral();
      const box = (name: string) => page.getByRole('checkbox', { name: `Select: ${name}` });
      await box('Overwrite notes/today.md?').press('Space');
      await box('Overwrite .vscode/settings.json?').press('Space');
      await button(page, 'Allow 2 Selected Once').press('Enter');
      assert.deepEqual(given(await posts()), [
        ['question-2', yes],
        ['question-3', yes],
      ]);
      await button(page, 'Deny All').click();
      assert.deepEqual(given(await posts()), [['question-1', { kind: 'deny' }]]);
    });

    it('ticks nothing that it has not shown', async () => {
      const diff = Array.from({ length: 61 }, (_, at) => `+${at}`).join('\n');
      const long = { ...question, preview: { title: 'Create long.txt?', diff, size: '+61 −0' } };
      const [, ...others] = several.questions;
      const { page, posts } = await open({ state: { ...several, questions: [long, ...others] } });
      await button(page, 'Allow 1 Selected Once').waitFor();
      await page.locator('.review summary').first().press('Enter');
      await button(page, 'Allow 2 Selected Once').waitFor();
      await page.locator('.review summary').first().press('Enter');
      await page.keyboard.press('Control+Enter');
      assert.deepEqual(given(await posts()), [
        ['question-1', yes],
        ['question-2', yes],
      ]);
    });

    it('has each answered by itself, with all that a question offers', async () => {
      const { page, show, posts, screenshot } = await openSeveral();
      await button(page, 'Answer Separately…').first().press('Enter');
      await screenshot('permission-review-open-dark');
      await button(page, 'Edit…').press('Enter');
      await writing(page, '{"path": "c.txt"}');
      await page.keyboard.press('Control+Enter');
      assert.deepEqual(given(await posts()), [
        ['question-1', { kind: 'edit', arguments: { path: 'c.txt' } }],
      ]);
      await show({ ...several, questions: several.questions.slice(1) });
      await show({
        ...several,
        questions: [
          { ...question, id: 'question-4', draft: { path: 7 }, mistake: 'path must be a string.' },
          ...several.questions.slice(1),
        ],
      });
      assert.equal(await page.getByRole('alert').textContent(), 'path must be a string.');
    });

    it('becomes an ordinary question when one is left', async () => {
      const { page, show, posts } = await openSeveral();
      await show({ ...several, questions: several.questions.slice(0, 1) });
      assert.equal(await page.locator('.review').count(), 0);
      await page.keyboard.press('Control+Enter');
      assert.deepEqual(given(await posts()), [['question-1', yes]]);
    });
  });

  it('says how long it still waits only near the end', async () => {
    const { page } = await openCard({ left: 61_000 });
    assert.equal(await page.locator('.time-left').count(), 0);
    await page.locator('.time-left').waitFor();
    await says(page.locator('.time-left'), /denied in (60|59) s\.$/);
    const patient = await openCard();
    assert.equal(await patient.page.locator('.time-left').count(), 0);
  });
});
