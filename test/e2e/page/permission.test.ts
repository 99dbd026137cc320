import assert from 'node:assert/strict';
import type { SidebarQuestion } from '../../../src/sidebar/protocol.ts';
import { type SidebarPage, sidebarPages } from './open-sidebar-page.ts';
import { asking } from './scenes.ts';

const [question] = asking.questions as readonly [SidebarQuestion];

describe('the question whether a call may run, in the sidebar’s page', () => {
  const open = sidebarPages();

  async function openCard(changed: Partial<SidebarQuestion> = {}): Promise<SidebarPage> {
    const sidebar = await open();
    await sidebar.show({ ...asking, questions: [{ ...question, ...changed }] });
    await sidebar.posts();
    return sidebar;
  }
  const button = ({ page }: SidebarPage, name: string) => page.getByRole('button', { name, exact: true });
  const answers = async (sidebar: SidebarPage) =>
    (await sidebar.posts()).map(post => (post.type === 'answer' ? post.answer : post));

  const writing = async (sidebar: SidebarPage, json: string) => {
    await sidebar.page.keyboard.press('Control+A');
    await sidebar.page.keyboard.insertText(json);
  };

  it('lets you choose to which calls a yes is limited and for how long, by keyboard', async () => {
    const sidebar = await openCard();
    const { page } = sidebar;
    await button(sidebar, 'Allow More…').focus();
    await page.keyboard.press('Enter');
    assert.equal(await button(sidebar, 'Allow More…').getAttribute('aria-expanded'), 'true');
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
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Tab');
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    assert.deepEqual(await answers(sidebar), [{ kind: 'allow', scope: 'workspace', pattern: 'notes/**' }]);
  });

  it('allows every call where you say so, and where it cannot be limited', async () => {
    const sidebar = await openCard();
    await button(sidebar, 'Allow More…').click();
    await sidebar.page.getByLabel('Which calls').selectOption('Every call of workspace:write_file');
    await sidebar.page.getByLabel('For how long').selectOption('In every workspace');
    await button(sidebar, 'Allow').click();
    assert.deepEqual(await answers(sidebar), [{ kind: 'allow', scope: 'user' }]);

    const other = await openCard({ id: 'question-2', patterns: [] });
    await button(other, 'Allow More…').click();
    assert.equal(await other.page.getByLabel('Which calls').count(), 0);
    await button(other, 'Allow').click();
    assert.deepEqual(await answers(other), [{ kind: 'allow', scope: 'conversation' }]);
  });

  it('takes a reason with a no, and a no without one', async () => {
    const sidebar = await openCard();
    const { page } = sidebar;
    await button(sidebar, 'Deny with Reason…').focus();
    await page.keyboard.press('Enter');
    await page.keyboard.type(' Use b.txt instead. ');
    await page.keyboard.press('Enter');
    assert.deepEqual(await answers(sidebar), [{ kind: 'deny', reason: 'Use b.txt instead.' }]);

    const other = await openCard();
    await button(other, 'Deny with Reason…').click();
    await other.page.locator('.why-not').getByRole('button', { name: 'Deny' }).click();
    assert.deepEqual(await answers(other), [{ kind: 'deny' }]);
  });

  it('closes what has opened with Escape, and stops no turn', async () => {
    const sidebar = await openCard();
    const { page } = sidebar;
    for (const [opener, field] of [
      ['Allow More…', 'Which calls'],
      ['Deny with Reason…', 'What the model should know'],
    ] as const) {
      await button(sidebar, opener).click();
      await page.getByLabel(field).press('Escape');
      await page.getByLabel(field).waitFor({ state: 'detached' });
      assert.equal(await page.locator('.permission').evaluate(card => card === document.activeElement), true);
    }
    assert.deepEqual(await answers(sidebar), []);
    await page.keyboard.press('Escape');
    assert.deepEqual(await answers(sidebar), [{ type: 'stop' }]);
  });

  it('has one part open at a time, none in the next question, and offers no more than once where it may not', async () => {
    const sidebar = await openCard();
    await button(sidebar, 'Allow More…').click();
    await button(sidebar, 'Deny with Reason…').click();
    assert.equal(await sidebar.page.locator('.wider-yes').count(), 0);
    await button(sidebar, 'Deny with Reason…').click();
    assert.equal(await sidebar.page.locator('.why-not').count(), 0);
    await button(sidebar, 'Allow More…').click();
    await sidebar.show({
      ...asking,
      questions: [{ ...question, id: 'question-2', scopes: ['once'], patterns: [] }],
    });
    assert.equal(await sidebar.page.locator('.wider-yes').count(), 0);
    assert.equal(await button(sidebar, 'Allow More…').count(), 0);
    assert.equal(await button(sidebar, 'Allow Once').count(), 1);
  });

  describe('about a call that you change', () => {
    it('takes the arguments as JSON by keyboard, and sends nothing that is no object', async () => {
      const sidebar = await openCard();
      const { page } = sidebar;
      await button(sidebar, 'Edit…').focus();
      await page.keyboard.press('Enter');
      const field = page.getByLabel('Arguments, as JSON');
      assert.equal(await field.evaluate(each => each === document.activeElement), true);
      assert.deepEqual(JSON.parse(await field.inputValue()), question.arguments);
      assert.equal(await button(sidebar, 'Allow Once').count(), 0, 'nothing is allowed while you change it');
      await writing(sidebar, '{"path": ');
      await page.keyboard.press('Control+Enter');
      assert.match((await page.getByRole('alert').textContent()) ?? '', /^Not valid JSON: /);
      await writing(sidebar, '[1]');
      await page.keyboard.press('Control+Enter');
      assert.equal(await page.getByRole('alert').textContent(), 'Enter a JSON object: { … }.');
      assert.equal(await field.getAttribute('aria-invalid'), 'true');
      assert.deepEqual(await sidebar.accessibilityFindings(), []);
      await writing(sidebar, '{"path": "b.txt"}');
      await page.keyboard.press('Control+Enter');
      assert.deepEqual(await answers(sidebar), [{ kind: 'edit', arguments: { path: 'b.txt' } }]);
    });

    it('is left with Escape, which stops no turn, and without a change', async () => {
      const sidebar = await openCard();
      await button(sidebar, 'Edit…').click();
      await writing(sidebar, '{}');
      await sidebar.page.keyboard.press('Escape');
      assert.equal(await sidebar.page.getByLabel('Arguments, as JSON').count(), 0);
      assert.deepEqual(await sidebar.posts(), []);
      await sidebar.page.keyboard.press('Control+Enter');
      assert.deepEqual(await answers(sidebar), [{ kind: 'allow', scope: 'once' }]);
    });

    it('shows what is wrong with the change where you made it', async () => {
      const sidebar = await openCard({
        draft: { path: 7 },
        mistake: 'path must be a string.\u202e',
        left: 42_000,
      });
      const { page } = sidebar;
      const field = page.getByLabel('Arguments, as JSON');
      assert.deepEqual(JSON.parse(await field.inputValue()), { path: 7 });
      assert.equal(await page.getByRole('alert').textContent(), 'path must be a string.\\u202e');
      assert.equal(
        await page.locator('.time-left').textContent(),
        'Without an answer, it is denied in 42 s.',
      );
      await sidebar.screenshot('permission-edit-dark');
      await sidebar.changeTheme('light');
      await sidebar.screenshot('permission-edit-light');
      await page.keyboard.press('Control+Enter');
      assert.deepEqual(await answers(sidebar), [{ kind: 'edit', arguments: { path: 7 } }]);
    });
  });

  describe('about several calls', () => {
    const several = {
      ...asking,
      questions: [
        { ...question, preview: { title: 'Overwrite notes/today.md?', diff: '@@ line 1 @@\n-a\n+b' } },
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
    const openSeveral = async () => {
      const sidebar = await open();
      await sidebar.show(several);
      await sidebar.posts();
      return sidebar;
    };
    const given = async (sidebar: SidebarPage) =>
      (await sidebar.posts()).map(post => (post.type === 'answer' ? [post.questionId, post.answer] : post));
    const yes = { kind: 'allow', scope: 'once' };

    it('allows by keyboard those that are ticked, which what is special is not by itself', async () => {
      const sidebar = await openSeveral();
      const { page } = sidebar;
      assert.equal(await page.locator('.review').evaluate(each => each === document.activeElement), true);
      assert.equal(await page.locator('.permission').count(), 1, 'one list in place of three cards');
      assert.equal(await button(sidebar, 'Allow 2 Selected Once').count(), 1);
      assert.match(
        (await page.locator('.review').textContent()) ?? '',
        /notes:append\s+.*x[\s\S]*denied in 30 s/,
      );
      assert.deepEqual(await sidebar.accessibilityFindings(), []);
      await sidebar.screenshot('permission-review-dark');
      await sidebar.changeTheme('light');
      await sidebar.screenshot('permission-review-light');
      await page.keyboard.press('Control+Enter');
      assert.deepEqual(await given(sidebar), [
        ['question-1', yes],
        ['question-2', yes],
      ]);
      assert.equal(await button(sidebar, 'Allow 0 Selected Once').count(), 1);
      await page.keyboard.press('Control+Enter');
      assert.deepEqual(await given(sidebar), [], 'each is answered once');
    });

    it('leaves the focus in the field though the answers reach the extension one after the other', async () => {
      const sidebar = await openSeveral();
      const { page } = sidebar;
      await page.getByRole('checkbox', { name: 'Select: Overwrite .vscode/settings.json?' }).check();
      await page.keyboard.press('Control+Enter');
      for (const left of [2, 1, 0]) {
        await sidebar.show({ ...several, questions: several.questions.slice(3 - left) });
        assert.equal(await page.locator('textarea:focus').count(), 1, `${left} left`);
        assert.equal(
          await page.locator('.permission vscode-button:not([disabled])').count(),
          0,
          `${left} left`,
        );
      }
    });

    it('lets you tick others, and denies all', async () => {
      const sidebar = await openSeveral();
      const { page } = sidebar;
      const box = (name: string) => page.getByRole('checkbox', { name: `Select: ${name}` });
      await box('Overwrite notes/today.md?').focus();
      await page.keyboard.press('Space');
      await box('Overwrite .vscode/settings.json?').focus();
      await page.keyboard.press('Space');
      await button(sidebar, 'Allow 2 Selected Once').focus();
      await page.keyboard.press('Enter');
      assert.deepEqual(await given(sidebar), [
        ['question-2', yes],
        ['question-3', yes],
      ]);
      await button(sidebar, 'Deny All').click();
      assert.deepEqual(await given(sidebar), [['question-1', { kind: 'deny' }]]);
    });

    it('unfolds one to be answered by itself, with all that a question offers', async () => {
      const sidebar = await openSeveral();
      const { page } = sidebar;
      await page.locator('.review summary').first().focus();
      await page.keyboard.press('Enter');
      await page.locator('.review .diff').waitFor();
      await sidebar.screenshot('permission-review-open-dark');
      await button(sidebar, 'Edit…').focus();
      await page.keyboard.press('Enter');
      await writing(sidebar, '{"path": "c.txt"}');
      await page.keyboard.press('Control+Enter');
      assert.deepEqual(await given(sidebar), [
        ['question-1', { kind: 'edit', arguments: { path: 'c.txt' } }],
      ]);
      await sidebar.show({ ...several, questions: several.questions.slice(1) });
      await sidebar.show({
        ...several,
        questions: [
          { ...question, id: 'question-4', draft: { path: 7 }, mistake: 'path must be a string.' },
          ...several.questions.slice(1),
        ],
      });
      assert.equal(await page.getByRole('alert').textContent(), 'path must be a string.');
    });

    it('becomes an ordinary question when one is left', async () => {
      const sidebar = await openSeveral();
      await sidebar.show({ ...several, questions: several.questions.slice(0, 1) });
      assert.equal(await sidebar.page.locator('.review').count(), 0);
      await sidebar.page.keyboard.press('Control+Enter');
      assert.deepEqual(await given(sidebar), [['question-1', yes]]);
    });
  });

  it('says how long it still waits only near the end', async () => {
    const sidebar = await openCard({ left: 61_000 });
    assert.equal(await sidebar.page.locator('.time-left').count(), 0);
    await sidebar.page.locator('.time-left').waitFor();
    assert.match((await sidebar.page.locator('.time-left').textContent()) ?? '', /denied in (60|59) s\.$/);
    const patient = await openCard();
    assert.equal(await patient.page.locator('.time-left').count(), 0);
  });
});
