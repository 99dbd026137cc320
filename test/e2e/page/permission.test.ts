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
    const writing = async (sidebar: SidebarPage, json: string) => {
      await sidebar.page.keyboard.press('Control+A');
      await sidebar.page.keyboard.insertText(json);
    };

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

  it('says how long it still waits only near the end', async () => {
    const sidebar = await openCard({ left: 61_000 });
    assert.equal(await sidebar.page.locator('.time-left').count(), 0);
    await sidebar.page.locator('.time-left').waitFor();
    assert.match((await sidebar.page.locator('.time-left').textContent()) ?? '', /denied in (60|59) s\.$/);
    const patient = await openCard();
    assert.equal(await patient.page.locator('.time-left').count(), 0);
  });
});
