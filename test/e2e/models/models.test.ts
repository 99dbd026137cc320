import assert from 'node:assert/strict';
import type { FakeOpenAiServer } from '../../fakes/openai-server.ts';
import { openWorkbench, type Workbench } from '../../workbench/open-workbench.ts';
import { converserView } from '../../workbench/workbench-actions.ts';
import { screenshotFailures } from '../screenshot-failures.ts';
import { startTalker, startWorkingModel, talkerEntry } from '../working-model.ts';
import { testAnswerCode } from './answer-code.ts';
import { testAskModel } from './ask-model.ts';
import { startCheckedModel, testCard } from './check-model.ts';
import { testConnecting } from './connect-to-models.ts';
import { startBrokeModel, testFallback } from './fallback.ts';
import { startEndlessModel, testGateway } from './gateway.ts';
import { testInterruptedTurns } from './interrupted-turns.ts';
import { startPaidModel, testPaidModel } from './paid-model.ts';
import { testReplay } from './replay.ts';
import { testSmallWindow } from './small-window.ts';
import { startReader, testTimeline } from './timeline.ts';

/** To open a window takes longer than most of these tests. */
describe('with models of providers, in a window of VS Code', () => {
  let checked: FakeOpenAiServer;
  let paid: FakeOpenAiServer;
  let endless: FakeOpenAiServer;
  let worker: FakeOpenAiServer;
  let broke: FakeOpenAiServer;
  let talker: FakeOpenAiServer;
  let reader: FakeOpenAiServer;
  let workbench: Workbench;

  before(async () => {
    checked = await startCheckedModel();
    paid = await startPaidModel();
    endless = await startEndlessModel();
    worker = await startWorkingModel();
    broke = await startBrokeModel();
    talker = await startTalker();
    reader = await startReader();
    const priced = { '*': { tools: 'native', price: { input: 3, output: 15 } } };
    workbench = await openWorkbench({
      settings: {
        'converser.gateway.port': 0,
        'converser.roundLimit': 4,
        'converser.fallbacks': { 'broke/*': ['worker/worker'] },
        'converser.modelProviders': {
          endless: { kind: 'openai', baseUrl: endless.url },
          worker: { kind: 'openai', baseUrl: worker.url },
          checked: { kind: 'openai', baseUrl: checked.url },
          broke: { kind: 'openai', baseUrl: broke.url },
          talker: talkerEntry(talker),
          reader: {
            kind: 'openai',
            baseUrl: reader.url,
            models: { '*': { ...priced['*'], contextTokens: 60_000 } },
          },
          paid: { kind: 'openai', label: 'Paid', baseUrl: paid.url, models: priced },
        },
      },
    });
  });

  screenshotFailures(() => workbench);

  after(async () => {
    await workbench?.close();
    await checked?.close();
    await paid?.close();
    await endless?.close();
    await worker?.close();
    await broke?.close();
    await talker?.close();
    await reader?.close();
  });

  describe('the icon of the sidebar', () => {
    it('leads to its field, which has the focus', async () => {
      const { page } = workbench;
      await page.locator('.activitybar a[aria-label^="Converser"]').click();
      const field = converserView(page).locator('textarea:focus');
      await field.waitFor();
      await page.keyboard.type('Hello');
      assert.equal(await field.inputValue(), 'Hello');
      await field.fill('');
    });
  });

  describe('a model that wants a key and costs money', () =>
    testPaidModel(() => ({ workbench, server: paid })));
  describe('the card of a model', () => testCard(() => ({ workbench, server: checked })));
  describe('the gateway', () => testGateway(() => ({ workbench, server: endless })));
  describe('another model that is asked', () => testAskModel(() => workbench));
  describe('turns without an answer', () => testInterruptedTurns(() => workbench));
  describe('a small window', () => testSmallWindow(() => ({ workbench, server: talker })));
  describe('a timeline', () => testTimeline(() => ({ workbench, server: reader })));
  describe('a fallback', () => testFallback(() => workbench));
  describe('a recorded turn', () => testReplay(() => workbench));
  describe('the code of an answer', () => testAnswerCode(() => workbench));
  describe('connecting to models, by keyboard alone', () => testConnecting(() => workbench));
});
