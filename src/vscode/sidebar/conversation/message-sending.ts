import { aborted } from '../../../converser/ground/async/abort.ts';
import { type Listen, listeners } from '../../../converser/ground/async/listeners.ts';
import type { Log } from '../../../converser/ground/ports.ts';
import type { Canister } from '../../../converser/words/canister/canister.ts';
import type { TurnEnd } from '../../../converser/words/conversation/converse-event.ts';
import { turnErrors } from '../../../converser/words/conversation/turn-errors.ts';
import type { Model } from '../../../converser/words/models/provider.ts';
import { showFailure } from '../../common/show-failure.ts';
import type { MessageReferences } from '../../mcp/references/message-references.ts';
import type { AvailableModels } from '../../models/available-models.ts';
import { chosenModel, rehearsalModel } from '../../models/chosen-model.ts';
import type { FinishedTurn } from './finished-turns.ts';
import type { LiveConversation } from './live-conversation.ts';
import { expand, heldIn, type WrittenMessage, withPictures } from './written-message.ts';

export interface MessageSendingPorts {
  readonly models: AvailableModels;
  readonly references: MessageReferences;
  readonly log: Log;
  /** In milliseconds. */
  readonly patience?: number;
}

export interface SentHow {
  readonly insteadOf?: string;
  /** Instead of the one that is chosen. */
  readonly model?: Model;
}

/** In milliseconds. MCP servers may have to be started for what a message names. */
const attachingLimit = 60_000;

/** What waits is sent also where the page that sent it shows another conversation or is gone. */
export class MessageSending {
  readonly #ports: MessageSendingPorts;
  readonly #sending = new Set<LiveConversation>();
  readonly #finishes = listeners<FinishedTurn>();

  constructor(ports: MessageSendingPorts) {
    this.#ports = ports;
  }

  /** Also of conversations in the background, once nothing waits behind the turn. */
  get onDidFinish(): Listen<FinishedTurn> {
    return this.#finishes.listen;
  }

  /** What waits goes back into the field when a turn ends without an answer: you may not want it any more. */
  async send(text: string, conversation: LiveConversation, now: boolean): Promise<void> {
    if (!this.#sending.has(conversation)) return this.sendInTurn(this.written(text), conversation);
    const queued = conversation.queue.add(text);
    if (queued === undefined) conversation.giveBack([text]);
    else if (now) await this.sendNow(queued, conversation);
  }

  async sendNow(id: string, conversation: LiveConversation): Promise<void> {
    const { queue } = conversation;
    const text = queue.moveUp(id);
    if (text === undefined) return;
    try {
      const prompt = await expand(this.written(text), new AbortController().signal);
      if (prompt !== aborted) queue.setPrompt(id, prompt);
    } catch (cause) {
      const unsent = queue.take(id);
      if (unsent === undefined) return;
      conversation.giveBack([unsent]);
      void showFailure(cause, this.#ports.log);
    }
  }

  /** What is sent instead of a turn keeps what was attached to that. */
  written(text: string, instead: readonly Canister[] = []): WrittenMessage {
    const { references } = this.#ports;
    return {
      text,
      async expand(stop) {
        const signal = AbortSignal.any([stop, AbortSignal.timeout(attachingLimit)]);
        return withPictures(await references.expand(text, signal, heldIn(instead)), instead);
      },
    };
  }

  async sendInTurn(first: WrittenMessage, conversation: LiveConversation, how: SentHow = {}): Promise<void> {
    this.#sending.add(conversation);
    const release = conversation.hold();
    let end: TurnEnd | undefined;
    try {
      end = await this.#runTurn(first, conversation, how);
      for (;;) {
        const next = end?.outcome === 'final' ? conversation.queue.take() : undefined;
        if (next === undefined) break;
        end = await this.#runTurn(this.written(next), conversation);
      }
    } finally {
      this.#sending.delete(conversation);
      conversation.giveBack(conversation.queue.takeAll());
      release();
      if (end !== undefined) this.#finishes.fire({ conversation: conversation.id, outcome: end.outcome });
    }
  }

  async #runTurn(
    message: WrittenMessage,
    conversation: LiveConversation,
    { insteadOf, model }: SentHow = {},
  ): Promise<TurnEnd | undefined> {
    const { models, log, patience = 10_000 } = this.#ports;
    try {
      if (conversation.running) throw turnErrors.turnOpen();
      if (conversation.stored.runsElsewhere) throw turnErrors.runsElsewhere();
      const find = message.text.startsWith('/invoke ') ? rehearsalModel : chosenModel;
      // The message is shown while the model is looked up, which a slow provider can delay.
      const answering = model ?? find(models.all, AbortSignal.timeout(patience));
      return await conversation.send(message, answering, insteadOf);
    } catch (cause) {
      conversation.giveBack([message.text]);
      // The message about it may stay for long, and what waits should not.
      void showFailure(cause, log);
      return undefined;
    }
  }
}
