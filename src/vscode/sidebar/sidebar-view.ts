import * as vscode from 'vscode';
import { type Disposable, type Listen, listeners } from '../../converser/async/listeners.ts';
import type { EnsembleRoster } from '../../converser/ensemble/ensemble-roster.ts';
import { errors } from '../../converser/errors.ts';
import type { Log } from '../../converser/ports.ts';
import { isMcpEnsemble } from '../../ensembles/mcp/ensemble/is-mcp-ensemble.ts';
import type { FromPage, ToPage } from '../../sidebar/protocol.ts';
import type { MessageReferences } from '../mcp/references/message-references.ts';
import type { AvailableModels } from '../models/available-models.ts';
import { chosenModel, chosenServer, rehearsalModel } from '../models/chosen-model.ts';
import { createModelList } from '../models/model-list.ts';
import type { PermissionQuestions, ServerQuestions } from '../questions/open-questions.ts';
import { commands } from '../window/contributions.ts';
import { writeSettings } from '../window/settings.ts';
import { showFailure } from '../window/show-failure.ts';
import { openLink } from './open-link.ts';
import type { SidebarConversation } from './sidebar-conversation.ts';
import { sidebarHtml } from './sidebar-html.ts';
import { parseFromPage } from './sidebar-messages.ts';
import { sidebarState } from './sidebar-state.ts';

export interface SidebarViewOptions {
  readonly conversation: SidebarConversation;
  readonly roster: EnsembleRoster;
  readonly models: AvailableModels;
  readonly references: MessageReferences;
  readonly questions: PermissionQuestions;
  readonly requests: ServerQuestions;
  readonly log: Log;
  readonly extensionUri: vscode.Uri;
  /** How long the chosen model may take to be found; milliseconds. */
  readonly patience?: number;
}

export interface SidebarView extends Disposable {
  show(view: vscode.WebviewView): void;
  /** Puts text into the message field, once there is a page. */
  compose(text: string): void;
  /** Puts a word where the caret of the message field is, once there is a page. */
  insert(text: string): void;
  focus(): void;
  send(text: string): Promise<void>;
  /** Shows what has changed outside the conversation, such as a setting. */
  refresh(): void;
  /** Whether there is a page that has asked for the state. */
  readonly isReady: boolean;
  /** Whether a person sees the page, or would as soon as it is there. */
  readonly isVisible: boolean;
  readonly onDidBecomeReady: Listen<void>;
}

/** What is told while there is no page, for when there is one. */
const keptForPage: readonly ToPage['type'][] = ['compose', 'insert', 'focus'];

/** Milliseconds that servers may take for what a message names of theirs; some have to be started for it. */
const attaching = 60_000;

/** Connects the sidebar's conversation with its page: state and events go out, the person's wishes come in. */
export function createSidebarView({
  conversation,
  roster,
  models,
  references,
  questions,
  requests,
  log,
  extensionUri,
  patience = 10_000,
}: SidebarViewOptions): SidebarView {
  let shown: vscode.WebviewView | undefined;
  let isReady = false;
  let waiting: ToPage[] = [];
  let stateDue: NodeJS.Timeout | undefined;
  let completing = new AbortController();
  const ready = listeners<void>();
  const known = createModelList([models.own, models.all]);

  const current = () =>
    sidebarState({
      conversation,
      roster,
      questions,
      requests,
      models: known.all,
      providers: models.providers(),
    });

  function post(message: ToPage): void {
    if (isReady) void shown?.webview.postMessage(message);
    else if (keptForPage.includes(message.type)) waiting.push(message);
  }

  function postState(): void {
    clearTimeout(stateDue);
    stateDue = undefined;
    if (isReady) post({ type: 'state', state: current() });
  }

  /** Much changes at the same time; the page is told once. */
  function changed(): void {
    stateDue ??= setTimeout(postState, 0);
  }

  async function send(text: string): Promise<void> {
    try {
      if (conversation.running) throw errors.turnOpen();
      const find = text.startsWith('/invoke ') ? rehearsalModel : chosenModel;
      const model = await find(models.all, AbortSignal.timeout(patience));
      if (conversation.running) throw errors.turnOpen();
      const expand = (stop: AbortSignal) =>
        references.expand(text, AbortSignal.any([stop, AbortSignal.timeout(attaching)]));
      await conversation.send({ text, expand }, model);
    } catch (cause) {
      // What was typed is given back rather than lost.
      post({ type: 'compose', text });
      await showFailure(cause, log);
    }
  }

  async function receive(message: FromPage): Promise<void> {
    switch (message.type) {
      case 'ready':
        isReady = true;
        connectEnsembles();
        known.learn();
        postState();
        for (const held of waiting.splice(0)) post(held);
        return ready.fire();
      case 'send':
        return send(message.text);
      case 'stop':
        return conversation.stop();
      case 'new-conversation':
        return conversation.open();
      case 'choose-model':
        return void (await writeSettings.model(message.reference));
      case 'connect-to-models':
        return void (await vscode.commands.executeCommand(commands.connectToModels));
      case 'set-key':
        return void (await vscode.commands.executeCommand(commands.setApiKey, chosenServer()));
      case 'enable-ensemble':
        return void (await writeSettings.ensembleChoice(message.name, message.enabled));
      case 'enable-invoker':
        return conversation.setOffered(message.fullName, message.enabled);
      case 'answer':
        return void questions.answer(message.questionId, message.answer);
      case 'answer-request':
        return void requests.answer(message.requestId, message.answer);
      case 'complete':
        return complete(message.request, message.text);
      case 'attach':
        return void (await vscode.commands.executeCommand(commands.attachMcpResource, {
          surface: 'sidebar',
          template: message.template,
        }));
      case 'open-link':
        return openLink(message.href);
      case 'copy':
        return void (await vscode.env.clipboard.writeText(message.text));
      case 'show-log':
        return void (await vscode.commands.executeCommand(commands.showLog));
    }
  }

  /** Whoever types on has asked anew: what was asked before need not be found any more. */
  async function complete(request: number, before: string): Promise<void> {
    completing.abort();
    completing = new AbortController();
    const found = await references.complete(before, completing.signal);
    post({ type: 'completions', request, ...found });
  }

  /**
   * The tools are listed as soon as their ensembles are ready; the page does not wait for them. MCP servers are left
   * alone until something needs them: nobody who only looks is to be asked whether one may start.
   */
  function connectEnsembles(): void {
    if (!isReady) return;
    for (const ensemble of roster.ensembles) {
      const isNew = ensemble.state.status === 'disconnected' && roster.isEnabled(ensemble.name);
      if (isNew && !isMcpEnsemble(ensemble)) void ensemble.connect(AbortSignal.timeout(30_000));
    }
  }

  const subscriptions: readonly Disposable[] = [
    conversation.onDidChange(changed),
    conversation.onEvent(event => post({ type: 'event', event })),
    questions.onDidChange(changed),
    requests.onDidChange(changed),
    roster.onDidChange(() => {
      connectEnsembles();
      changed();
    }),
    models.all.onDidChange(() => {
      if (isReady) known.learn();
    }),
    known.onDidChange(changed),
  ];

  /** A page that is hidden is thrown away by VS Code; it says that it is ready when it is shown again. */
  function listenTo(view: vscode.WebviewView): void {
    const gone = () => {
      if (shown === view) isReady = false;
    };
    const listening = [
      view.webview.onDidReceiveMessage((raw: unknown) => {
        const message = parseFromPage(raw);
        if (message === undefined) log.warn('The sidebar sent something that is not of its protocol.');
        else receive(message).catch(cause => showFailure(cause, log));
      }),
      view.onDidChangeVisibility(() => {
        if (!view.visible) gone();
      }),
      view.onDidDispose(() => {
        gone();
        if (shown === view) shown = undefined;
        for (const listener of listening) listener.dispose();
      }),
    ];
  }

  return {
    show(view) {
      shown = view;
      isReady = false;
      view.webview.options = { enableScripts: true, localResourceRoots: [extensionUri] };
      listenTo(view);
      view.webview.html = sidebarHtml(view.webview, extensionUri);
    },
    compose: text => post({ type: 'compose', text }),
    insert: text => post({ type: 'insert', text }),
    focus: () => post({ type: 'focus' }),
    send,
    refresh: changed,
    get isReady() {
      return isReady;
    },
    get isVisible() {
      return shown?.visible === true;
    },
    onDidBecomeReady: ready.listen,
    dispose() {
      for (const subscription of subscriptions) subscription.dispose();
      clearTimeout(stateDue);
      completing.abort();
      waiting = [];
    },
  };
}
