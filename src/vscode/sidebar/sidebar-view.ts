import type * as vscode from 'vscode';
import type { Disposable, Listen } from '../../converser/async/listeners.ts';
import type { EnsembleRoster } from '../../converser/ensemble/ensemble-roster.ts';
import { errors } from '../../converser/errors.ts';
import type { Log } from '../../converser/ports.ts';
import type { MessageReferences } from '../mcp/references/message-references.ts';
import type { AvailableModels } from '../models/available-models.ts';
import { chosenModel, rehearsalModel } from '../models/chosen-model.ts';
import type { PermissionQuestions, ServerQuestions } from '../questions/open-questions.ts';
import { showFailure } from '../window/show-failure.ts';
import { pageActions } from './page-actions.ts';
import { keepPageUpToDate, type PageUpdates } from './page-updates.ts';
import type { SidebarConversation } from './sidebar-conversation.ts';
import type { SidebarPage } from './sidebar-page.ts';

export interface SidebarViewPorts {
  readonly page: SidebarPage;
  readonly conversation: SidebarConversation;
  readonly roster: EnsembleRoster;
  readonly models: AvailableModels;
  readonly references: MessageReferences;
  /** What waits for your answer. */
  readonly waiting: { readonly questions: PermissionQuestions; readonly requests: ServerQuestions };
}

export interface SidebarViewOptions {
  readonly log: Log;
  /** How long the chosen model may take to be found; milliseconds. */
  readonly patience?: number;
}

/** Milliseconds that MCP servers may take for what a message names of theirs; some have to be started for it. */
const attachingLimit = 60_000;

/** Connects the sidebar's conversation with its page: state and events go out, and the page's messages come in. */
export class SidebarView implements Disposable {
  readonly #ports: SidebarViewPorts;
  readonly #options: Required<SidebarViewOptions>;
  readonly #page: SidebarPage;
  readonly #updates: PageUpdates;
  #completing = new AbortController();

  constructor(ports: SidebarViewPorts, { log, patience = 10_000 }: SidebarViewOptions) {
    const { page, conversation, roster, models, waiting } = ports;
    this.#ports = ports;
    this.#options = { log, patience };
    this.#page = page;
    this.#updates = keepPageUpToDate(page, { conversation, roster, models, ...waiting });
    const act = pageActions({
      conversation,
      ...waiting,
      send: text => this.send(text),
      complete: (request, text) => this.#complete(request, text),
    });
    this.#page.onMessage(message => void act(message).catch(cause => showFailure(cause, log)));
  }

  /** Whether there is a page that has asked for the state. */
  get isReady(): boolean {
    return this.#page.isReady;
  }

  /** Whether you see the page, or will as soon as it has loaded. */
  get isVisible(): boolean {
    return this.#page.isVisible;
  }

  get onDidBecomeReady(): Listen<void> {
    return this.#page.onDidBecomeReady;
  }

  show(view: vscode.WebviewView): void {
    this.#page.show(view);
  }

  /** Puts text into the message field, as soon as there is a page. */
  compose(text: string): void {
    this.#page.post({ type: 'compose', text });
  }

  /** Puts text at the caret of the message field, as soon as there is a page. */
  insert(text: string): void {
    this.#page.post({ type: 'insert', text });
  }

  focus(): void {
    this.#page.post({ type: 'focus' });
  }

  /** Shows what has changed outside the conversation, such as a setting. */
  refresh(): void {
    this.#updates.refresh();
  }

  async send(text: string): Promise<void> {
    const { conversation, models, references } = this.#ports;
    const { log, patience } = this.#options;
    try {
      if (conversation.running) throw errors.turnOpen();
      const find = text.startsWith('/invoke ') ? rehearsalModel : chosenModel;
      const model = await find(models.all, AbortSignal.timeout(patience));
      if (conversation.running) throw errors.turnOpen();
      const expand = (stop: AbortSignal) =>
        references.expand(text, AbortSignal.any([stop, AbortSignal.timeout(attachingLimit)]));
      await conversation.send({ text, expand }, model);
    } catch (cause) {
      // You get back what you typed.
      this.compose(text);
      await showFailure(cause, log);
    }
  }

  dispose(): void {
    this.#updates.dispose();
    this.#page.dispose();
    this.#completing.abort();
  }

  /** What you typed since makes an earlier search for completions pointless. */
  async #complete(request: number, before: string): Promise<void> {
    this.#completing.abort();
    this.#completing = new AbortController();
    const found = await this.#ports.references.complete(before, this.#completing.signal);
    this.#page.post({ type: 'completions', request, ...found });
  }
}
