import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import type { ConverserInVscode } from '../../../src/composition/compose-vscode.ts';
import { checkPorts } from '../../../src/composition/model-commands.ts';
import type { CardView } from '../../../src/providers/check/card-view.ts';
import { commands } from '../../../src/vscode/common/contributions.ts';
import { createCardPanels } from '../../../src/vscode/models/check-model-command.ts';
import { eventually } from '../../eventually.ts';
import { createFakeHost } from '../../fakes/fake-host.ts';
import { type FakeOpenAiServer, startOpenAiServer } from '../../fakes/openai-server.ts';
import { atChat, pretendModel } from '../../fakes/pretend-model.ts';
import { runningConverser } from '../support/converser.ts';
import { written } from '../support/fake-surfaces.ts';
import { set } from '../support/servers.ts';

const reference = 'checked/test-model';

describe('the check of a model', () => {
  let converser: ConverserInVscode;
  let server: FakeOpenAiServer;

  before(async () => {
    converser = await runningConverser();
    server = await startOpenAiServer(
      atChat(pretendModel({ calls: 'none', contract: true, schema: true, learnt: 'hermes' })),
    );
  });

  after(async () => {
    await set('modelProviders', undefined);
    await vscode.commands.executeCommand('workbench.action.closeAllEditors');
    await server.close();
  });

  const connect = (entry: object) =>
    set('modelProviders', { checked: { kind: 'openai', baseUrl: server.url, ...entry } });
  const found = async () =>
    (await converser.models.all.find(reference, AbortSignal.timeout(60_000))) ??
    assert.fail(`${reference} is gone.`);
  const lastAsked = () => server.received.findLast(({ url }) => url.endsWith('/chat/completions'))?.body;
  const ports = () => {
    const panels = createCardPanels(vscode.Uri.file('/'));
    return checkPorts(converser.ownModels, { host: createFakeHost(), panels });
  };
  const toolUse = async () => {
    const { capabilities } = await found();
    return capabilities.contract === true ? 'contract' : capabilities.tools;
  };

  it('shows a card, and from then on gives the model tools as the card says', async () => {
    await connect({});
    await eventually(
      changed => converser.models.all.onDidChange(changed),
      () => converser.models.providers().some(({ id }) => id === 'checked'),
    );
    await converser.ownModels.providers.refresh(AbortSignal.timeout(60_000));
    assert.equal(await toolUse(), 'native');
    await vscode.commands.executeCommand(commands.checkModel, reference);
    const tabs = vscode.window.tabGroups.all.flatMap(group => group.tabs.map(({ label }) => label));
    assert.ok(tabs.includes('Check: test-model'), tabs.join(', '));
    assert.equal(await toolUse(), 'contract');

    await converser.conversation.shown.send(written('Hello?'), await found());
    const body = lastAsked();
    assert.equal(body?.tools, undefined);
    assert.ok(body?.response_format, 'the server holds the model to the contract');
  });

  it('finds the best contract for the model on small cases, and speaks it from then on', async () => {
    await vscode.commands.executeCommand(commands.checkModel, reference, 'contracts');
    const model = await found();
    const { providers, cards } = converser.ownModels;
    const subject = providers.identify(model) ?? assert.fail('The model is of no provider.');
    const card = cards.read(subject) ?? assert.fail('There is no card.');
    assert.equal(card.conclusions.contract?.style, 'hermes');
    assert.equal(await toolUse(), 'contract');

    await converser.conversation.shown.send(written('Hello again?'), await found());
    const body = lastAsked();
    assert.match(JSON.stringify(body?.messages), /<tool_call>/);
    assert.equal(body?.response_format, undefined, 'no schema holds it to another form');
  });

  it('says so when no contract is good enough, and gives the model no tools then', async () => {
    const clumsy = await startOpenAiServer(atChat(pretendModel({ calls: 'none', contract: true })));
    try {
      await connect({ baseUrl: clumsy.url });
      await eventually(
        changed => converser.ownModels.providers.onDidChange(changed),
        () => converser.ownModels.providers.definitions.some(({ baseUrl }) => baseUrl === clumsy.url),
      );
      const shown: CardView[] = [];
      const show = (view: CardView) => shown.push(view);
      await ports().check(await found(), { contracts: true, signal: AbortSignal.timeout(60_000), show });
      const last = shown.at(-1)?.conclusion ?? '';
      assert.match(last, /^No contract is good enough: the best one got \d+ of 12 cases right/);
      assert.match(shown.at(-2)?.conclusion ?? '', /^Trying contracts: case \d+ of at most 120…$/);
      assert.equal(await toolUse(), 'none');
    } finally {
      await connect({});
      await clumsy.close();
    }
  });

  it('ends its card with the reason if something breaks', async () => {
    const { ownModels } = converser;
    const subject = () => Promise.reject(new Error('The disk is full.'));
    const broken = { ...ownModels, providers: { ...ownModels.providers, subject } };
    const panels = createCardPanels(vscode.Uri.file('/'));
    const { check } = checkPorts(broken, { host: createFakeHost(), panels });
    const shown: CardView[] = [];
    const show = (view: CardView) => shown.push(view);
    await check(await found(), { contracts: false, signal: AbortSignal.timeout(60_000), show });
    const states = shown.map(({ isRunning }) => isRunning);
    assert.deepEqual(states, [true, false]);
    assert.match(shown.at(-1)?.conclusion ?? '', /The disk is full\./);
    panels.dispose();
  });

  it('lets what the settings say go before the card', async () => {
    await connect({ models: { '*': { tools: 'native' } } });
    await eventually(
      changed => converser.models.all.onDidChange(changed),
      () => converser.models.providers().some(({ models }) => models !== undefined),
    );
    assert.equal(await toolUse(), 'native');
  });
});
