import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { serverErrors } from '../../../src/converser/ensemble/server-errors.ts';
import type { FromPage, ToPage } from '../../../src/sidebar/protocol.ts';
import { notifyOfQuestions } from '../../../src/vscode/questions/notify-of-questions.ts';
import { SidebarPage } from '../../../src/vscode/sidebar/sidebar-page.ts';
import { SidebarView } from '../../../src/vscode/sidebar/sidebar-view.ts';
import { createScriptedModel } from '../../fakes/scripted-model.ts';
import { type FakeSurfacesOptions, fakeSurfaces, providerOf, written } from '../support/fake-surfaces.ts';

const never = new Promise<never>(() => {});
const model = { ...createScriptedModel(), provider: 'rehearsal', id: 'rehearsal' };
const rehearsal = providerOf(model);

async function openSidebar(options: FakeSurfacesOptions = { providers: [rehearsal] }) {
  const surfaces = await fakeSurfaces(options);
  const { host, conversation, roster, models, references, questions, requests } = surfaces;
  const { log } = host;
  const page = new SidebarPage({ extensionUri: vscode.Uri.file('/'), log });
  const waiting = { questions, requests };
  const ports = { page, conversation, roster, models, references, waiting };
  const sidebar = new SidebarView(ports, { log, patience: 20 });
  const view = fakeView();
  page.show(view);
  view.send({ type: 'ready' });
  await changesShown();
  return { host, references, conversation, page, sidebar, view };
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
    await view.until(message => message.type === 'state' && message.state.models.length > 0);
    assert.deepEqual(lastState(view)?.models, [
      { reference: 'rehearsal/rehearsal', label: model.label, detail: 'Converser', tools: 'native' },
    ]);
  });

  it('posts many changes as one state, the newest', async () => {
    const { view, conversation } = await openSidebar();
    await view.until(message => message.type === 'state' && message.state.models.length > 0);
    const before = view.posted.length;
    for (let count = 0; count < 100; count++) conversation.setOffered(`fake:${count}`, false);
    await changesShown();
    assert.equal(view.posted.length, before + 1);
  });

  it('keeps a message for the page until there is one', async () => {
    const { view, page } = await openSidebar();
    view.setVisible(false);
    page.compose('about the selection');
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
    await view.until(({ type }) => type === 'compose');
    assert.deepEqual(view.posted.at(-1), { type: 'compose', text: 'what is in README.md?' });
  });

  it('gives the text back when an answer is running', async () => {
    const { view, sidebar, conversation } = await openSidebar();
    const hanging = conversation.send(written('wait'), createScriptedModel(hangs));
    void sidebar.send('something else');
    await view.until(message => message.type === 'compose' && message.text === 'something else');
    conversation.stop();
    await hanging;
  });

  it('can be stopped while servers are asked for what a message names, and keeps the message', async () => {
    const { view, references, sidebar } = await openSidebar();
    Object.assign(references, { expand: () => never });
    const sent = sidebar.send('see @slow:thing');
    await changesShown();
    assert.equal(lastState(view)?.running, true);
    assert.match(JSON.stringify(lastState(view)?.turn), /see @slow:thing/);
    view.send({ type: 'stop' });
    await sent;
    await changesShown();
    assert.equal(lastState(view)?.running, false);
    assert.match(JSON.stringify(lastState(view)?.turn), /see @slow:thing.*"stopped"/);
  });

  it('gives the text back when a server does not provide what it names', async () => {
    const { view, references, sidebar } = await openSidebar();
    Object.assign(references, { expand: () => Promise.reject(serverErrors.notOffered('a', 'resources')) });
    void sidebar.send('see @a:b');
    await view.until(message => message.type === 'compose' && message.text === 'see @a:b');
    await changesShown();
    assert.deepEqual([lastState(view)?.running, lastState(view)?.turn], [false, []]);
  });

  it('ignores a closed page, and shows the page that is opened next', async () => {
    const { view, page } = await openSidebar();
    view.close();
    view.send({ type: 'ready' });
    assert.equal(page.isReady, false);
    const second = fakeView();
    page.show(second);
    second.send({ type: 'ready' });
    assert.equal(second.posted[0]?.type, 'state');
  });

  it('ignores messages that it does not know', async () => {
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
    assert.equal(host.logged.filter(line => line.includes('does not know')).length, 6);
  });

  it('survives a message that cannot be acted on, and logs why', async () => {
    const { view, host, conversation } = await openSidebar();
    conversation.open = () => Promise.reject(new Error('The disk is gone.'));
    view.send({ type: 'new-conversation' });
    await changesShown();
    assert.ok(host.logged.some(line => line.startsWith('error Error: The disk is gone.')));
  });
});

describe('a permission question', () => {
  it('is notified of once, and only where the sidebar is hidden', async () => {
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

/** Timers of the same length run in order: what was due to be posted by now has been posted. */
function changesShown(): Promise<void> {
  return new Promise(resolve => setTimeout(resolve, 0));
}

function lastState(view: ReturnType<typeof fakeView>) {
  return view.posted.flatMap(message => (message.type === 'state' ? [message.state] : [])).at(-1);
}

/** A view without a screen. It keeps what is posted to it while it is visible. */
function fakeView() {
  const messages = new vscode.EventEmitter<unknown>();
  const visibility = new vscode.EventEmitter<void>();
  const disposal = new vscode.EventEmitter<void>();
  const posted: ToPage[] = [];
  const posts = new vscode.EventEmitter<ToPage>();
  let visible = true;
  const webview: vscode.Webview = {
    options: {},
    html: '',
    cspSource: 'fake:',
    onDidReceiveMessage: messages.event,
    asWebviewUri: uri => uri,
    async postMessage(message: ToPage) {
      if (visible) posted.push(structuredClone(message));
      posts.fire(message);
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
    /** Resolves as soon as such a message has been posted. */
    until(isAwaited: (message: ToPage) => boolean): Promise<void> {
      return new Promise(resolve => {
        if (posted.some(isAwaited)) return resolve();
        const listening = posts.event(message => {
          if (!isAwaited(message)) return;
          listening.dispose();
          resolve();
        });
      });
    },
    send: (message: FromPage | unknown) => messages.fire(message),
    setVisible(next: boolean) {
      visible = next;
      visibility.fire();
    },
    close: () => disposal.fire(),
  });
}
