import type { Disposable } from '../../converser/async/listeners.ts';
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
  readonly #updates: PageUpdates;
  #completing = new AbortController();

  constructor(ports: SidebarViewPorts, { log, patience = 10_000 }: SidebarViewOptions) {
    const { page, conversation, roster, models, waiting } = ports;
    this.#ports = ports;
    this.#options = { log, patience };
    this.#updates = keepPageUpToDate(page, { conversation, roster, models, ...waiting });
    const act = pageActions({
      conversation,
      ...waiting,
      send: text => this.send(text),
      complete: (request, text) => this.#complete(request, text),
    });
    page.onMessage(message => void act(message).catch(cause => showFailure(cause, log)));
  }

  /** Shows what has changed outside the conversation, such as a setting. */
  refresh(): void {
    this.#updates.refresh();
  }

  async send(text: string): Promise<void> {
    const { page, conversation, models, references } = this.#ports;
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
      page.compose(text);
      await showFailure(cause, log);
    }
  }

  dispose(): void {
    this.#updates.dispose();
    this.#ports.page.dispose();
    this.#completing.abort();
  }

  /** What you typed since makes an earlier search for completions pointless. */
  async #complete(request: number, before: string): Promise<void> {
    this.#completing.abort();
    this.#completing = new AbortController();
    const { page, references } = this.#ports;
    const found = await references.complete(before, this.#completing.signal);
    page.post({ type: 'completions', request, ...found });
  }
}
