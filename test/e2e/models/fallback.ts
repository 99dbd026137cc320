import type { FrameLocator, Page } from 'playwright-core';
import { answerJson, type FakeOpenAiServer, startOpenAiServer } from '../../fakes/openai-server.ts';
import type { Workbench } from '../../workbench/open-workbench.ts';
import { converserView, reloadView, takeScreenshot } from '../../workbench/workbench-actions.ts';
import { beginConversation } from '../begin-conversation.ts';
import { writeMessage } from '../message-field.ts';
import { chooseModel, paidModel } from './choose-model.ts';

/** A model whose account has nothing left. */
export function startBrokeModel(): Promise<FakeOpenAiServer> {
  const error = {
    message: 'You exceeded your quota.',
    type: 'insufficient_quota',
    code: 'insufficient_quota',
  };
  return startOpenAiServer(answerJson({ error }, 429), [
    { id: 'broke', object: 'model', created: 0, owned_by: 'test' },
  ]);
}

const told = 'broke isn’t accepting requests right now. worker answers.';

/** @param open gives the window in which these tests run, where the worker is the fallback of the model */
export function testFallback(open: () => Workbench): void {
  let page: Page;
  let view: FrameLocator;

  before(async () => {
    ({ page } = open());
    view = converserView(page);
    await beginConversation(page, view);
    await chooseModel(view, { provider: 'broke', model: 'broke' });
  });

  after(() => chooseModel(view, paidModel));

  it('answers, and says so, also when the conversation is opened again', async () => {
    await writeMessage(page, view, 'Hello?');
    await page.keyboard.press('Enter');
    await view.getByRole('article').getByText(told).waitFor();
    await view.getByRole('article').getByText('It is late.').waitFor();
    await takeScreenshot(page, 'fallback-told');
    await reloadView(page, view);
    await view.getByRole('article').getByText(told).waitFor();
    await view.getByRole('article').getByText('It is late.').waitFor();
  });
}
