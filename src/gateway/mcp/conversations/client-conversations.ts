import { type Canister, isInvocation, isResult } from '../../../converser/canister/canister.ts';
import { text, textOf } from '../../../converser/canister/content.ts';
import {
  type Conversation,
  createConversation,
  type Namespaces,
} from '../../../converser/conversation/conversation.ts';
import type { ConverseEvent, TurnEnd } from '../../../converser/conversation/converse-event.ts';
import { fullName, type Invoker } from '../../../converser/ensemble/invoker.ts';
import { ConverserError, errors } from '../../../converser/errors.ts';
import { defined } from '../../../converser/json/defined.ts';
import { modelReference } from '../../../converser/models/model-roster.ts';
import type { Model } from '../../../converser/models/provider.ts';
import { type ConversePorts, converse } from '../../../converser/turn/converse.ts';
import type { Activity } from '../../activity/activity.ts';
import type { CallWatch } from '../call-watch.ts';
import { describeProgress } from './describe-progress.ts';
import type { KeptConversation, KeptConversations } from './kept-conversations.ts';

/** The conversations of one client, and the one way to go on with them. */
export interface ClientConversations {
  list(): Promise<readonly KeptConversation[]>;
  /** Throws `bad-arguments` if this client has no such conversation. */
  find(id: string): Promise<KeptConversation>;
  /** Throws if the turn ends without an answer. Then nothing of the turn is kept. */
  ask(question: Question, watch: CallWatch): Promise<Answer>;
}

export interface Question {
  readonly prompt: string;
  readonly model: Model;
  /** The names of ensembles; `*`: all. */
  readonly tools: readonly string[];
  /** The conversation to go on with. Absent: a new one. */
  readonly conversation?: KeptConversation;
}

export interface Answer {
  readonly conversation: string;
  readonly answer: string;
  readonly calls: readonly AnsweredCall[];
}

export interface AnsweredCall {
  /** `ensemble:name`. */
  readonly name: string;
  /** Why it failed, if it did. */
  readonly failure?: string;
}

export interface ClientConversationsPorts {
  readonly ports: ConversePorts;
  readonly kept: KeptConversations;
  /** Whether the models that this client asks may use a tool. */
  readonly mayUse: (invoker: Invoker) => boolean;
  /** Where the requests to models are listed. Absent: nowhere. */
  readonly activity?: Pick<Activity, 'watched'>;
  /** Instructions that stand above every conversation. */
  readonly supervisor?: (() => string) | undefined;
}

export function createClientConversations(
  client: string,
  { ports, kept, mayUse, supervisor, activity }: ClientConversationsPorts,
): ClientConversations {
  const answering = new Set<string>();
  const namespaces = new Map<string, Namespaces>();

  function open(question: Question): Conversation {
    const { conversation: former } = question;
    const id = former?.id ?? ports.host.ids.next('conversation');
    const own = namespaces.get(id) ?? new Map();
    namespaces.set(id, own);
    const conversation = createConversation(id, former?.canisters, own);
    if (former !== undefined) conversation.spend(former.spending);
    return conversation;
  }

  async function keep(conversation: Conversation, question: Question): Promise<void> {
    const { id, canisters, spending } = conversation;
    const { prompt, model, tools, conversation: former } = question;
    const title = former?.title ?? titleOf(prompt);
    const timestamp = ports.host.clock.now().toISOString();
    const reference = modelReference(model);
    await kept.keep({ id, client, title, timestamp, model: reference, tools, canisters, spending });
  }

  /** What was dropped by the store needs no state any more. */
  async function forgetDropped(): Promise<void> {
    const ids = new Set((await kept.list(client)).map(({ id }) => id));
    for (const id of namespaces.keys()) if (!ids.has(id) && !answering.has(id)) namespaces.delete(id);
  }

  return {
    list: () => kept.list(client),
    async find(id) {
      const found = await kept.find(id, client);
      if (found !== undefined) return found;
      throw errors.badArguments(
        `Conversation ${id} not found. Call list_conversations to see which there are.`,
      );
    },
    async ask(question, watch) {
      const conversation = open(question);
      const { id } = conversation;
      if (answering.has(id)) throw errors.turnOpen();
      answering.add(id);
      try {
        const model = activity?.watched(question.model, client) ?? question.model;
        const end = await runTurn(conversation, { ...question, model }, { ports, mayUse, supervisor, watch });
        if (end.outcome === 'final' || question.conversation !== undefined)
          await keep(conversation, question);
        if (end.outcome !== 'final') throw reasonFor(end);
        return { conversation: id, answer: lastWords(end.canisters), calls: callsIn(end.canisters) };
      } finally {
        answering.delete(id);
        await forgetDropped();
      }
    },
  };
}

interface TurnPorts extends Pick<ClientConversationsPorts, 'ports' | 'mayUse' | 'supervisor'> {
  readonly watch: CallWatch;
}

async function runTurn(
  conversation: Conversation,
  { prompt, model, tools }: Question,
  { ports, mayUse, supervisor, watch: { signal, progress } }: TurnPorts,
): Promise<TurnEnd> {
  const turn = converse(
    conversation,
    { content: [text(prompt)] },
    {
      ports,
      model,
      signal,
      ...defined({ supervisor: supervisor?.() }),
      offers: invoker => mayUse(invoker) && (tools.includes('*') || tools.includes(invoker.ensemble)),
    },
  );
  const describe = describeProgress(model.label);
  let last: ConverseEvent | undefined;
  for await (const event of turn) {
    const words = describe(event);
    if (words !== undefined) progress(words);
    last = event;
  }
  if (last?.type !== 'turn-end') throw errors.internal('The turn did not end.');
  return last;
}

function reasonFor({ error, outcome }: TurnEnd): ConverserError {
  return error === undefined || outcome === 'stopped' ? errors.cancelled() : new ConverserError(error);
}

function lastWords(canisters: readonly Canister[]): string {
  return textOf(canisters.findLast(({ role }) => role === 'assistant')?.content ?? []);
}

function callsIn(canisters: readonly Canister[]): readonly AnsweredCall[] {
  const results = new Map(canisters.filter(isResult).map(result => [result.invocationId, result]));
  return canisters
    .filter(isInvocation)
    .map(call => defined({ name: fullName(call), failure: results.get(call.id)?.failure?.message }));
}

function titleOf(prompt: string): string {
  const [line = ''] = prompt.trim().split('\n');
  return line.length > 80 ? `${line.slice(0, 79)}…` : line;
}
