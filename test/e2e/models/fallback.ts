import { answerJson, type FakeOpenAiServer, startOpenAiServer } from '../../fakes/openai-server.ts';
import type { Workbench } from '../../workbench/open-workbench.ts';
import { reloadView } from '../../workbench/workbench-actions.ts';
import { stepsIn } from '../window-steps.ts';
import { chooseModel, paidModel } from './choose-model.ts';

/** A model whose account has nothing left. */
export function startBrokeModel(): Promise<FakeOpenAiServer> {
  const code = 'insufficient_quota';
  const error = { message: 'You exceeded your quota.', type: code, code };
  const models = [{ id: 'broke', object: 'model', created: 0, owned_by: 'test' }];
  return startOpenAiServer(answerJson({ error }, 429), models);
}

const told = 'broke isn’t accepting requests right now. worker answers.';

/** @param open gives the window in which these tests run, where the worker is the fallback of the model */
export function testFallback(open: () => Workbench): void {
  const { page, view, begin, send, shoot } = stepsIn(open);

  before(async () => {
    await begin();
    await chooseModel(view(), { provider: 'broke', model: 'broke' });
  });

  after(() => chooseModel(view(), paidModel));

  it('answers, and says so, also when the conversation is opened again', async () => {
    await send('Hello?');
    await view().getByRole('article').getByText(told).waitFor();
    await view().getByRole('article').getByText('It is late.').waitFor();
    await shoot('fallback-told');
    await reloadView(page(), view());
    await view().getByRole('article').getByText(told).waitFor();
    await view().getByRole('article').getByText('It is late.').waitFor();
  });
}
