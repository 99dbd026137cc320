import { fileURLToPath } from 'node:url';
import { openWorkbench, type Workbench } from '../../workbench/open-workbench.ts';
import { converserView } from '../../workbench/workbench-actions.ts';
import { testChatView } from './chat-view.ts';
import { testOtherExtension } from './other-extension.ts';

describe('with VS Code’s own chat and language models', () => {
  let workbench: Workbench;

  before(async () => {
    const companion = fileURLToPath(new URL('../../fixtures/companion', import.meta.url));
    workbench = await openWorkbench({ companions: [companion] });
  });

  after(() => workbench?.close());

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
