import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { errors } from '../../../src/converser/errors.ts';
import type { FromPage, ToPage } from '../../../src/sidebar/protocol.ts';
import { notifyOfQuestions } from '../../../src/vscode/questions/notify-of-questions.ts';
import { createSidebarView } from '../../../src/vscode/sidebar/sidebar-view.ts';
import { createScriptedModel } from '../../fakes/scripted-model.ts';
import { type FakeSurfacesOptions, fakeSurfaces, providerOf } from '../support/fake-surfaces.ts';

const never = new Promise<never>(() => {});
const model = { ...createScriptedModel(), provider: 'rehearsal', id: 'rehearsal' };
const rehearsal = providerOf(model);

async function openSidebar(options: FakeSurfacesOptions = { providers: [rehearsal] }) {
  const surfaces = await fakeSurfaces(options);
  const { host, conversation, references } = surfaces;
  const sidebar = createSidebarView({
    ...surfaces,
    log: host.log,
    extensionUri: vscode.Uri.file('/'),
    patience: 20,
  });
  const view = fakeView();
  sidebar.show(view);
  view.send({ type: 'ready' });
  await soon();
  return { host, references, conversation, sidebar, view };
}

describe('the view of the sidebar', () => {
  it('shows its state at once, however slow a provider is to list its models', async () => {
    const { view } = await openSidebar({
      providers: [rehearsal, { id: 'slow', label: 'Slow', models: () => never }],
    });
    assert.equal(view.posted.at(0)?.type, 'state');
  });

  it('shows the models as soon as they are known', async () => {
    const { view } = await openSidebar();
    assert.deepEqual(lastState(view)?.models, [
      { reference: 'rehearsal/rehearsal', label: model.label, detail: 'Converser', tools: 'native' },
    ]);
  });

  it('tells many changes in one state, the newest', async () => {
    const { view, conversation } = await openSidebar();
    const before = view.posted.length;
    for (let count = 0; count < 100; count++) conversation.setOffered(`fake:${count}`, false);
    await soon();
    assert.equal(view.posted.length, before + 1);
  });

  it('keeps a message for the page until there is one', async () => {
    const { view, sidebar } = await openSidebar();
    view.setVisible(false);
    sidebar.compose('about the selection');
    assert.ok(!view.posted.some(({ type }) => type === 'compose'));
    view.setVisible(true);
    view.send({ type: 'ready' });
    assert.deepEqual(view.posted.at(-1), { type: 'compose', text: 'about the selection' });
  });

  it('gives the text back when no model can answer it', async () => {
    const { view, sidebar } = await openSidebar({
      providers: [providerOf(model, () => never)],
    });
    void sidebar.send('what is in README.md?');
    await soon(60);
    assert.deepEqual(view.posted.at(-1), { type: 'compose', text: 'what is in README.md?' });
  });

  it('gives the text back when an answer is running', async () => {
    const { view, sidebar, conversation } = await openSidebar();
    const hanging = conversation.send('wait', createScriptedModel(hangs));
    void sidebar.send('something else');
    await soon();
    assert.ok(view.posted.some(message => message.type === 'compose' && message.text === 'something else'));
    conversation.stop();
    await hanging;
  });

  it('can be stopped while servers are asked for what a message names, and keeps the message', async () => {
    const { view, references, sidebar } = await openSidebar();
    Object.assign(references, { expand: () => never });
    const sent = sidebar.send('see @slow:thing');
    await soon();
    assert.equal(lastState(view)?.running, true);
    assert.match(JSON.stringify(lastState(view)?.turn), /see @slow:thing/);
    view.send({ type: 'stop' });
    await sent;
    await soon();
    assert.equal(lastState(view)?.running, false);
    assert.match(JSON.stringify(lastState(view)?.turn), /see @slow:thing.*"stopped"/);
  });

  it('gives the text back when a server does not give what it names', async () => {
    const { view, references, sidebar } = await openSidebar();
    Object.assign(references, { expand: () => Promise.reject(errors.notOffered('a', 'resources')) });
    void sidebar.send('see @a:b');
    await soon();
    assert.ok(view.posted.some(message => message.type === 'compose' && message.text === 'see @a:b'));
    assert.deepEqual([lastState(view)?.running, lastState(view)?.turn], [false, []]);
  });

  it('listens to nobody after it was closed, and shows the page that is opened then', async () => {
    const { view, sidebar } = await openSidebar();
    view.close();
    view.send({ type: 'ready' });
    assert.equal(sidebar.isReady, false);
    const second = fakeView();
    sidebar.show(second);
    second.send({ type: 'ready' });
    assert.equal(second.posted[0]?.type, 'state');
  });

  it('passes over what is not of the protocol', async () => {
    const { view, host } = await openSidebar();
    for (const raw of [
      null,
      7,
      {},
      { type: 'toString' },
      { type: 'send' },
      { type: 'answer', questionId: 1 },
    ])
      view.send(raw);
    assert.equal(host.logged.filter(line => line.includes('not of its protocol')).length, 6);
  });

  it('outlives a wish that cannot be fulfilled, and logs why', async () => {
    const { view, host, conversation } = await openSidebar();
    conversation.open = () => Promise.reject(new Error('The disk is gone.'));
    view.send({ type: 'new-conversation' });
    await soon();
    assert.ok(host.logged.some(line => line.startsWith('error Error: The disk is gone.')));
  });
});

describe('a permission question', () => {
  it('is told once where nobody sees it', async () => {
    const { questions } = await fakeSurfaces();
    const told: string[] = [];
    let isSeen = true;
    const leading = notifyOfQuestions({
      questions,
      isSeen: () => isSeen,
      notify: ({ id }) => told.push(id),
    });
    const { signal } = new AbortController();
    const question = { choices: ['once', 'deny'] } as never;
    const first = questions.open(question, signal);
    isSeen = false;
    const second = questions.open(question, signal);
    questions.answer(first.id, 'deny');
    questions.answer(second.id, 'deny');
    leading.dispose();
    assert.deepEqual(told, [second.id]);
  });
});

async function* hangs(_request: unknown, signal: AbortSignal) {
  await new Promise(resolve => signal.addEventListener('abort', resolve));
  yield* [];
}

function soon(ms = 5): Promise<void> {
  return new Promise(resolve => setTimeout(resolve, ms));
}

function lastState(view: ReturnType<typeof fakeView>) {
  return view.posted.flatMap(message => (message.type === 'state' ? [message.state] : [])).at(-1);
}

/** A view without a screen: it keeps what it is told, as far as anybody is there to hear it. */
function fakeView() {
  const messages = new vscode.EventEmitter<unknown>();
  const visibility = new vscode.EventEmitter<void>();
  const disposal = new vscode.EventEmitter<void>();
  const posted: ToPage[] = [];
  let visible = true;
  const webview: vscode.Webview = {
    options: {},
    html: '',
    cspSource: 'fake:',
    onDidReceiveMessage: messages.event,
    asWebviewUri: uri => uri,
    async postMessage(message: ToPage) {
      if (visible) posted.push(structuredClone(message));
      return visible;
    },
  };
  const view: vscode.WebviewView = {
    viewType: 'converser.conversation',
    webview,
    get visible() {
      return visible;
    },
    onDidChangeVisibility: visibility.event,
    onDidDispose: disposal.event,
    show: () => {},
  };
  return Object.assign(view, {
    posted: posted as readonly ToPage[],
    send: (message: FromPage | unknown) => messages.fire(message),
    setVisible(next: boolean) {
      visible = next;
      visibility.fire();
    },
    close: () => disposal.fire(),
  });
}
