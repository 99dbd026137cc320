import { stopWith } from '../../converser/ground/async/abort.ts';
import { defined } from '../../converser/ground/json/defined.ts';
import type { JsonObject } from '../../converser/ground/json/json.ts';
import { converse } from '../../converser/turn/converse.ts';
import type { ConversePorts } from '../../converser/turn/converse-options.ts';
import type { Canister } from '../../converser/words/canister/canister.ts';
import type { Content } from '../../converser/words/canister/content.ts';
import { closingOf, isInterruption } from '../../converser/words/canister/interruption.ts';
import {
  type Conversation,
  createConversation,
  type Namespaces,
} from '../../converser/words/conversation/conversation.ts';
import type { ConverseEvent } from '../../converser/words/conversation/converse-event.ts';
import type { Thought } from '../../converser/words/conversation/thought.ts';
import { turnErrors } from '../../converser/words/conversation/turn-errors.ts';
import type { Invoker } from '../../converser/words/ensemble/invoker.ts';
import { modelReference } from '../../converser/words/models/model-reference.ts';
import type { Model } from '../../converser/words/models/provider.ts';
import type { Activity } from '../activity.ts';
import { type ClientExposure, createClientExposure, type ExposureMemory } from './client-exposure.ts';
import type {
  KeptConversation,
  KeptConversations,
  KeptTurn,
  ListedConversation,
} from './kept-conversations.ts';

export interface ClientConversations {
  readonly exposure: ClientExposure;
  list(): Promise<readonly ListedConversation[]>;
  /** Finds nothing for a conversation of another client. */
  find(id: string): Promise<KeptConversation | undefined>;
  isAnswering(id: string): boolean;
  /** The conversation answers until its events were heard, so you must listen. Throws `turn-open`. */
  ask(question: Question, signal: AbortSignal): AskedTurn;
}

export interface Question {
  readonly content: readonly Content[];
  readonly model: Model;
  readonly tools: readonly string[];
  readonly conversation?: KeptConversation;
  readonly before?: readonly Canister[];
  readonly instructions?: string;
  /** Tools find it in `context.auxdata` besides their descriptor's. It is not kept. */
  readonly auxdata?: JsonObject | undefined;
}

export interface AskedTurn {
  readonly conversationId: string;
  /** Contract: as `converse`. Rounds and answers are kept before they are told. It stops unheard. */
  readonly events: AsyncIterable<ConverseEvent>;
}

export interface ConversationPorts {
  readonly ports: ConversePorts;
  readonly kept: KeptConversations;
  readonly exposures?: ExposureMemory | undefined;
  readonly activity?: Pick<Activity, 'watched'>;
  readonly supervisor?: (() => string) | undefined;
}

export interface ClientAccess {
  readonly name: string;
  readonly mayUse: (invoker: Invoker) => boolean;
  readonly state: ClientState;
}

export interface ClientState {
  readonly answering: Set<string>;
  readonly namespaces: Map<string, Namespaces>;
}

export function createClientConversations(
  { name: client, mayUse, state }: ClientAccess,
  { ports, kept, exposures, supervisor, activity }: ConversationPorts,
): ClientConversations {
  const exposure = createClientExposure(client, exposures, ports.host);
  async function* run(
    id: string,
    question: Question,
    signal: AbortSignal,
  ): AsyncGenerator<ConverseEvent, void> {
    try {
      const { content, model, tools, instructions, auxdata } = question;
      const conversation = continued(id, question, rememberedOf(id, state));
      await exposure.enter(conversation);
      let hasChanged = false;
      const turn = (stop: AbortSignal) =>
        converse(
          conversation,
          { content },
          {
            ports: worksInFolders(tools) ? ports : withoutGuidance(ports),
            model: activity?.watched(model, client, id) ?? model,
            signal: stop,
            ...defined({ supervisor: joined(supervisor?.(), instructions), auxdata }),
            async beforeChange() {
              hasChanged = true;
              await kept.settle(id, client);
            },
            offers: invoker => mayUse(invoker) && (tools.includes('*') || tools.includes(invoker.ensemble)),
          },
        );
      const keep = createTurnKeeper(question, part => kept.keep({ id, client, ...part }));
      const keepAll = async (event: ConverseEvent) => {
        if (event.type === 'joined') await exposure.leave(conversation);
        await keep(event);
        if (event.type === 'turn-end') await kept.settle(id, client);
        // What joins after a change says what was changed, so the disk gets it soon.
        else if (event.type === 'joined' && hasChanged) void kept.settle(id, client);
        hasChanged &&= event.type !== 'joined';
      };
      yield* heardToTheEnd(turn, { signal, keep: keepAll });
    } finally {
      state.answering.delete(id);
      forgetDropped(state, await kept.list(client));
    }
  }

  return {
    exposure,
    list: () => kept.list(client),
    find: id => kept.find(id, client),
    isAnswering: id => state.answering.has(id),
    ask(question, signal) {
      const conversationId = question.conversation?.id ?? ports.host.ids.next('conversation');
      if (state.answering.has(conversationId)) throw turnErrors.turnOpen();
      state.answering.add(conversationId);
      return { conversationId, events: run(conversationId, question, signal) };
    },
  };
}

/** What the opened folders say is for those who work in them: a program that asks for other tools has its own folders. */
function worksInFolders(tools: readonly string[]): boolean {
  return ['*', 'workspace', 'shell'].some(name => tools.includes(name));
}

function withoutGuidance({ guidance: _, ...ports }: ConversePorts): ConversePorts {
  return ports;
}

function continued(
  id: string,
  { conversation: former, before = [] }: Question,
  remembered: Namespaces,
): Conversation {
  const past = former?.canisters ?? [];
  // Converser may have been closed while it answered.
  const closing = closingOf(past) ?? [];
  const conversation = createConversation(id, past.concat(closing, before), remembered);
  if (former !== undefined) conversation.spend(former.spending);
  return conversation;
}

function rememberedOf(id: string, { namespaces }: ClientState): Namespaces {
  const remembered = namespaces.get(id) ?? new Map();
  namespaces.set(id, remembered);
  return remembered;
}

function forgetDropped({ answering, namespaces }: ClientState, kept: readonly ListedConversation[]): void {
  const ids = new Set(kept.map(({ id }) => id));
  for (const id of namespaces.keys()) if (!ids.has(id) && !answering.has(id)) namespaces.delete(id);
}

type Keep = (event: ConverseEvent) => Promise<void>;

/** A program asks again by itself, so a question to which nothing was said or done is not kept. */
function createTurnKeeper(
  { model, tools, conversation: former, before = [] }: Question,
  keep: (part: Omit<KeptTurn, 'id' | 'client'>) => Promise<void>,
): Keep {
  const common = { model: modelReference(model), tools };
  let waiting: readonly Canister[] = before;
  let thoughts: readonly Thought[] = [];
  let hasBegun = false;
  let first: string | undefined;
  return async event => {
    if (event.type === 'joined') {
      waiting = [...waiting, ...event.canisters];
      if (event.thought !== undefined) thoughts = [...thoughts, event.thought];
      first ??= event.canisters[0]?.id;
      hasBegun ||= event.canisters.some(isRoundOrAnswer);
      if (!hasBegun) return;
      await keep({ ...common, canisters: waiting, ...(thoughts.length === 0 ? {} : { thoughts }) });
      waiting = [];
      thoughts = [];
    }
    if (event.type !== 'turn-end' || (!hasBegun && former === undefined)) return;
    const of = hasBegun ? event.canisters.at(-1)?.id : undefined;
    const rolledBack = hasBegun && event.rolledBack ? first : undefined;
    await keep(defined({ ...common, canisters: [], spending: event.spending, of, rolledBack }));
  };
}

function isRoundOrAnswer(canister: Canister): boolean {
  return canister.role === 'result' || (canister.role === 'assistant' && !isInterruption(canister));
}

interface Hearing {
  readonly signal: AbortSignal;
  readonly keep: Keep;
}

async function* heardToTheEnd(
  begin: (stop: AbortSignal) => AsyncGenerator<ConverseEvent, void>,
  { signal, keep }: Hearing,
): AsyncGenerator<ConverseEvent, void> {
  const { controller, release } = stopWith(signal);
  const turn = begin(controller.signal);
  let isOver = false;
  const next = async (): Promise<ConverseEvent | undefined> => {
    const { value } = await turn.next();
    if (value !== undefined) await keep(value);
    isOver = value === undefined || value.type === 'turn-end';
    return value ?? undefined;
  };
  try {
    for (let event = await next(); event !== undefined; event = await next()) yield event;
  } finally {
    controller.abort();
    while (!isOver) await next();
    release();
  }
}

function joined(...texts: readonly (string | undefined)[]): string | undefined {
  const said = texts.filter(each => each !== undefined && each !== '');
  return said.length === 0 ? undefined : said.join('\n\n');
}
