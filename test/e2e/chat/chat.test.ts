import { fileURLToPath } from 'node:url';
import { openWorkbench, type Workbench } from '../../workbench/open-workbench.ts';
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
});
