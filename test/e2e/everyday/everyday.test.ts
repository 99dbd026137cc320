import { fileURLToPath } from 'node:url';
import { openWorkbench, type Workbench } from '../../workbench/open-workbench.ts';
import { converserView } from '../../workbench/workbench-actions.ts';
import { testChatView } from '../chat/chat-view.ts';
import { testOtherExtension } from '../chat/other-extension.ts';
import { testPalette } from './palette.ts';
import { testSidebar } from './sidebar.ts';
import { testToolsTree } from './tools-tree.ts';

/** To open a window takes longer than most of these tests, which need nothing but a window of VS Code. */
describe('in a window of VS Code', () => {
  let workbench: Workbench;

  before(async () => {
    const companion = fileURLToPath(new URL('../../fixtures/companion', import.meta.url));
    workbench = await openWorkbench({ companions: [companion] });
  });

  after(() => workbench?.close());

  describe('the sidebar, by keyboard alone', () => testSidebar(() => workbench));
  describe('the boxes of single tools, by keyboard alone', () => testToolsTree(() => workbench));
  describe('the command palette', () => testPalette(() => workbench));
  describe('the chat view, by keyboard alone', () => testChatView(() => workbench));
  describe('another extension', () => testOtherExtension(() => workbench));

  describe('the icon of the sidebar', () => {
    it('leads to its field, which has the focus', async () => {
      const { page } = workbench;
      const view = converserView(page);
      await page.locator('.activitybar a[aria-label^="Converser"]').click();
      await view.locator('textarea:focus').waitFor();
      await page.keyboard.type('/invoke probability:roll {"dice": "2d1"}');
      await page.keyboard.press('Enter');
      await view.getByText('1 tool call').waitFor();
    });
  });
});
