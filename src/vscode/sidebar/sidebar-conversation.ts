import { aborted } from '../../converser/async/abort.ts';
import { type Listen, listeners } from '../../converser/async/listeners.ts';
import type { Canister } from '../../converser/canister/canister.ts';
import { type Conversation, createConversation } from '../../converser/conversation/conversation.ts';
import type { ConverseEvent, TurnEnd } from '../../converser/conversation/converse-event.ts';
import { stopped, unfinished } from '../../converser/conversation/turn-end.ts';
import { fullName, type Invoker } from '../../converser/ensemble/invoker.ts';
import { errorData } from '../../converser/errors.ts';
import type { Host } from '../../converser/host.ts';
import type { Model } from '../../converser/models/provider.ts';
import type { Approver } from '../../converser/permission/approver.ts';
import type { Spending, TurnSpending } from '../../converser/spending/spending.ts';
import type { Prompt } from '../../converser/turn/converse.ts';
import type { ConversationStore } from '../../store/conversation-store.ts';
import type { PermissionQuestions } from '../questions/open-questions.ts';
import type { RunTurn } from '../run-turn.ts';
import { asPrompt, beginning, expand, isEmpty, isWritten, type WrittenMessage } from './written-message.ts';

/** The conversation of the sidebar: what is committed, and the turn that runs or ran last. */
export interface SidebarConversation {
  readonly id: string;
  readonly canisters: readonly Canister[];
  readonly turn: readonly ConverseEvent[];
  readonly running: boolean;
  /** What turns cost, by the id of the turn's last canister. */
  readonly spendings: Readonly<Record<string, TurnSpending>>;
  /** What the turns that have ended cost, those that were rolled back included. */
  readonly spending: Spending;
  isOffered(fullName: string): boolean;
  setOffered(fullName: string, offered: boolean): void;
  /**
   * Runs one turn. Resolves with its end, or at once with nothing when a turn is running. When it rejects, the
   * turn was rolled back all the same, or could not begin, because what the message names cannot be fetched.
   */
  send(said: string | Prompt | WrittenMessage, model: Model): Promise<TurnEnd | undefined>;
  stop(): void;
  /**
   * Begins anew, with what is stored under `id` or with nothing, and stops the turn that runs in what was shown
   * until now. Where nothing can be read, all stays as it is.
   */
  open(id?: string): Promise<void>;
  readonly onDidChange: Listen<void>;
  readonly onEvent: Listen<ConverseEvent>;
}

/** A conversation to go on with, and what its turns cost. */
export interface Begun {
  readonly conversation: Conversation;
  readonly spendings: Readonly<Record<string, TurnSpending>>;
}

export interface SidebarConversationOptions {
  readonly runTurn: RunTurn;
  readonly store: ConversationStore;
  readonly host: Host;
  readonly questions: PermissionQuestions;
  /** What to go on with. Default: a new conversation. */
  readonly begun?: Begun | undefined;
}

export function createSidebarConversation({
  runTurn,
  store,
  host,
  questions,
  begun,
}: SidebarConversationOptions): SidebarConversation {
  const changes = listeners<void>();
  const events = listeners<ConverseEvent>();
  const withheld = new Set<string>();
  const makeNew = (): Begun => ({
    conversation: createConversation(host.ids.next('conversation')),
    spendings: {},
  });
  let { conversation, spendings } = begun ?? makeNew();
  let turn: ConverseEvent[] = [];
  let running: AbortController | undefined;
  let storing: Promise<void> = Promise.resolve();
  let opened = 0;

  const approver: Approver = { ask: (question, signal) => questions.open(question, signal).answer };

  async function runHeld(prompt: Prompt, model: Model, signal: AbortSignal): Promise<TurnEnd | undefined> {
    const held = conversation;
    const offers = (invoker: Invoker) => !withheld.has(fullName(invoker));
    for await (const event of runTurn(held, prompt, { model, signal, offers, approver })) {
      if (event.type === 'turn-end') {
        storing = keep(held.id, event);
        await storing;
        return event;
      }
      if (held === conversation) note(event);
    }
    return undefined;
  }

  /** What a message means; nothing when it was stopped. Meanwhile it shows as a turn that has begun. */
  async function understand(
    message: WrittenMessage,
    { model, own }: { readonly model: Model; readonly own: AbortController },
  ): Promise<Prompt | undefined> {
    const former = turn;
    turn = [beginning(message, { conversationId: conversation.id, model, host })];
    changes.fire();
    try {
      const prompt = await expand(message, own.signal);
      if (prompt !== aborted) return prompt;
      if (running === own) settle(stopped());
      return undefined;
    } catch (cause) {
      if (running === own) {
        turn = former;
        settle(undefined);
      }
      throw cause;
    }
  }

  async function run(prompt: Prompt, model: Model, own: AbortController): Promise<TurnEnd | undefined> {
    turn = [];
    try {
      changes.fire();
      const end = await runHeld(prompt, model, own.signal);
      if (running === own) settle(end);
      return end;
    } catch (cause) {
      if (running === own) settle(unfinished('failed', errorData(cause)));
      throw cause;
    }
  }

  /** A conversation that cannot be stored goes on all the same. */
  async function keep(id: string, { canisters, spending }: TurnEnd): Promise<void> {
    if (canisters.length === 0 && spending === undefined) return;
    try {
      await store.append(id, canisters, spending);
    } catch (cause) {
      host.log.error(`The conversation could not be stored: ${String(cause)}`);
      if (canisters.length > 0)
        host.alerts.warn(
          'Converser could not store this turn: it will be gone after a reload. The log says why.',
        );
    }
  }

  async function load(id: string): Promise<Begun> {
    await storing;
    const stored = createConversation(id, await store.load(id));
    const { total, turns } = await store.spending(id);
    stored.spend(total);
    return { conversation: stored, spendings: turns };
  }

  function settle(end: TurnEnd | undefined): void {
    running = undefined;
    if (end !== undefined) turn = [...turn, end];
    const last = end?.canisters.at(-1);
    if (last !== undefined && end?.spending !== undefined)
      spendings = { ...spendings, [last.id]: end.spending };
    changes.fire();
  }

  function note(event: ConverseEvent): void {
    turn = joined(turn, event);
    events.fire(event);
  }

  return {
    get id() {
      return conversation.id;
    },
    get canisters() {
      return conversation.canisters;
    },
    get turn() {
      return turn;
    },
    get spendings() {
      return spendings;
    },
    get spending() {
      return conversation.spending;
    },
    get running() {
      return running !== undefined;
    },
    isOffered: name => !withheld.has(name),
    setOffered(name, offered) {
      if (offered) withheld.delete(name);
      else withheld.add(name);
      changes.fire();
    },
    async send(said, model) {
      const prompt = asPrompt(said);
      if (running !== undefined || isEmpty(prompt)) return undefined;
      const own = new AbortController();
      running = own;
      const meant = isWritten(said) ? await understand(said, { model, own }) : prompt;
      // Another conversation may have been opened meanwhile.
      return meant !== undefined && running === own ? run(meant, model, own) : undefined;
    },
    stop: () => running?.abort(),
    async open(id) {
      const request = ++opened;
      if (id === conversation.id) return;
      const next = id === undefined ? makeNew() : await load(id);
      // Whoever was slower to read does not replace what was asked for later.
      if (request !== opened) return;
      running?.abort();
      running = undefined;
      turn = [];
      ({ conversation, spendings } = next);
      changes.fire();
    },
    onDidChange: changes.listen,
    onEvent: events.listen,
  };
}

/** The events with one more, deltas of the same kind joined, so that a page that comes late has little to read. */
function joined(turn: ConverseEvent[], event: ConverseEvent): ConverseEvent[] {
  const last = turn.at(-1);
  const isDelta = event.type === 'text-delta' || event.type === 'reasoning-delta';
  if (isDelta && last?.type === event.type)
    turn[turn.length - 1] = { ...event, text: last.text + event.text };
  else turn.push(event);
  return turn;
}
