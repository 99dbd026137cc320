import * as vscode from 'vscode';
import { errorData } from '../converser/errors.ts';
import { fullName } from '../converser/invoker.ts';
import { type Disposable, type Listen, listeners } from '../converser/listeners.ts';
import { modelReference } from '../converser/model-roster.ts';
import type { FromPage, SidebarState, ToPage } from '../sidebar/protocol.ts';
import { chosenModel, rehearsalModel, rehearsalReference } from './chosen-model.ts';
import { commands } from './contributions.ts';
import { openLink } from './open-link.ts';
import type { Parts } from './parts.ts';
import { readSettings, writeSettings } from './settings.ts';
import type { SidebarConversation } from './sidebar-conversation.ts';
import { sidebarHtml } from './sidebar-html.ts';
import { parseFromPage } from './sidebar-messages.ts';

export interface SidebarViewOptions {
  readonly parts: Parts;
  readonly conversation: SidebarConversation;
  readonly extensionUri: vscode.Uri;
}

export interface SidebarView extends Disposable {
  show(view: vscode.WebviewView): void;
  /** Puts text into the message field, once there is a page. */
  compose(text: string): void;
  focus(): void;
  send(text: string): Promise<void>;
  /** Shows what has changed outside the conversation, such as a setting. */
  refresh(): void;
  /** Whether there is a page that has asked for the state. */
  readonly isReady: boolean;
  readonly onDidBecomeReady: Listen<void>;
}

/** Connects the sidebar's conversation with its page: state and events go out, the person's wishes come in. */
export function createSidebarView({ parts, conversation, extensionUri }: SidebarViewOptions): SidebarView {
  let page: vscode.Webview | undefined;
  let isReady = false;
  let waiting: ToPage[] = [];
  const ready = listeners<void>();

  function post(message: ToPage): void {
    if (isReady) void page?.postMessage(message);
    else if (message.type === 'compose' || message.type === 'focus') waiting.push(message);
  }

  async function postState(): Promise<void> {
    if (isReady) post({ type: 'state', state: await currentState({ parts, conversation }) });
  }

  async function send(text: string): Promise<void> {
    try {
      const signal = AbortSignal.timeout(10_000);
      const byName = text.startsWith('/invoke ');
      await conversation.send(
        text,
        byName ? await rehearsalModel(parts.models, signal) : await chosenModel(parts.models, signal),
      );
    } catch (cause) {
      const { message } = errorData(cause);
      const choose = 'Choose Model';
      if ((await vscode.window.showErrorMessage(message, choose)) === choose) {
        await vscode.commands.executeCommand(commands.chooseModel);
      }
    }
  }

  async function receive(message: FromPage): Promise<void> {
    switch (message.type) {
      case 'ready':
        isReady = true;
        connectEnsembles();
        await postState();
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
      case 'enable-ensemble':
        return void (await writeSettings.ensembleChoice(message.name, message.enabled));
      case 'enable-invoker':
        return conversation.setOffered(message.fullName, message.enabled);
      case 'answer':
        return void parts.questions.answer(message.questionId, message.answer);
      case 'open-link':
        return openLink(message.href);
      case 'copy':
        return void (await vscode.env.clipboard.writeText(message.text));
      case 'show-log':
        return void (await vscode.commands.executeCommand(commands.showLog));
    }
  }

  /** The tools are listed as soon as their ensembles are ready; the page does not wait for them. */
  function connectEnsembles(): void {
    const isNew = parts.roster.ensembles.some(
      ({ name, state }) => state.status === 'disconnected' && parts.roster.isEnabled(name),
    );
    if (isReady && isNew) void parts.roster.connect(AbortSignal.timeout(30_000));
  }

  const changed = () => void postState();
  const subscriptions: readonly Disposable[] = [
    conversation.onDidChange(changed),
    conversation.onEvent(event => post({ type: 'event', event })),
    parts.questions.onDidChange(changed),
    parts.roster.onDidChange(() => {
      connectEnsembles();
      changed();
    }),
    parts.models.onDidChange(changed),
  ];

  return {
    show(view) {
      page = view.webview;
      isReady = false;
      page.options = { enableScripts: true, localResourceRoots: [extensionUri] };
      page.onDidReceiveMessage((raw: unknown) => {
        const message = parseFromPage(raw);
        if (message === undefined)
          parts.host.log.warn('The sidebar sent something that is not of its protocol.');
        else void receive(message);
      });
      view.onDidDispose(() => {
        page = undefined;
        isReady = false;
      });
      page.html = sidebarHtml(page, extensionUri);
    },
    compose: text => post({ type: 'compose', text }),
    focus: () => post({ type: 'focus' }),
    send,
    refresh: changed,
    get isReady() {
      return isReady;
    },
    onDidBecomeReady: ready.listen,
    dispose() {
      for (const subscription of subscriptions) subscription.dispose();
      waiting = [];
    },
  };
}

async function currentState({
  parts,
  conversation,
}: Pick<SidebarViewOptions, 'parts' | 'conversation'>): Promise<SidebarState> {
  const { roster } = parts;
  const models = await parts.models.models(AbortSignal.timeout(10_000));
  return {
    canisters: conversation.canisters,
    turn: conversation.turn,
    usages: conversation.usages,
    running: conversation.running,
    model: readSettings.model() || rehearsalReference,
    models: models.map(model => ({
      reference: modelReference(model),
      label: model.label,
      detail: model.provider === 'vscode' ? (model.id.split('/')[0] ?? 'VS Code') : 'Converser',
    })),
    ensembles: roster.ensembles.map(ensemble => ({
      name: ensemble.name,
      title: ensemble.title,
      description: ensemble.description,
      enabled: roster.isEnabled(ensemble.name),
      state: ensemble.state,
      invokers: ensemble.invokers.map(invoker => ({
        fullName: fullName(invoker),
        name: invoker.name,
        description: invoker.description,
        enabled: conversation.isOffered(fullName(invoker)),
        readOnly: invoker.annotations.readOnly === true,
      })),
    })),
    questions: parts.questions.all
      .filter(({ question }) => question.conversationId === conversation.id)
      .map(({ id, question }) => ({
        id,
        invocationId: question.invocation.id,
        fullName: fullName(question.invoker),
        arguments: question.invocation.arguments,
        reason: question.reason,
        choices: question.choices,
      })),
  };
}
