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
});
