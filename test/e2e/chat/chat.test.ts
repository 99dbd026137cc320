import { fileURLToPath } from 'node:url';
import type { FakeOpenAiServer } from '../../fakes/openai-server.ts';
import { openWorkbench, type Workbench } from '../../workbench/open-workbench.ts';
import { screenshotFailures } from '../screenshot-failures.ts';
import { startTalker, startWorkingModel, talkerEntry } from '../working-model.ts';
import { testChatView } from './chat-view.ts';
import { testOtherExtension } from './other-extension.ts';

describe('with VS Code’s own chat and language models', () => {
  let worker: FakeOpenAiServer;
  let talker: FakeOpenAiServer;
  let workbench: Workbench;

  before(async () => {
    const companion = fileURLToPath(new URL('../../fixtures/companion', import.meta.url));
    worker = await startWorkingModel();
    talker = await startTalker();
    const providers = { worker: { kind: 'openai', baseUrl: worker.url }, talker: talkerEntry(talker) };
    const settings = { 'converser.modelProviders': providers };
    workbench = await openWorkbench({ companions: [companion], settings });
  });

  screenshotFailures(() => workbench);

  after(async () => {
    await workbench?.close();
    await worker?.close();
    await talker?.close();
  });

  describe('the chat view, by keyboard alone', () => testChatView(() => workbench));
  describe('another extension', () => testOtherExtension(() => workbench));
});
