import { errors } from '../../../converser/ground/errors.ts';
import type { Host } from '../../../converser/ground/host.ts';
import type { JsonObject } from '../../../converser/ground/json/json.ts';
import type { Clock, Ids } from '../../../converser/ground/ports.ts';
import {
  type Canister,
  ordinaryMarks,
  startOfSaid,
  type UserCanister,
} from '../../../converser/words/canister/canister.ts';
import { text, textOf } from '../../../converser/words/canister/content.ts';
import { hasAnswer } from '../../../converser/words/canister/interruption.ts';
import { newCanister } from '../../../converser/words/canister/new-canister.ts';
import { validHistory } from '../../../converser/words/canister/valid-history.ts';
import type { Model, ModelEvent } from '../../../converser/words/models/provider.ts';
import type { ClientRequest } from '../../../dialects/client-request.ts';
import type { AskedTurn, ClientConversations, Question } from '../../conversations/client-conversations.ts';
import type { KeptConversation } from '../../conversations/kept-conversations.ts';
import type { Place, Threads } from '../../conversations/threads.ts';
import { turnModel } from './turn-model.ts';
import { turnReply } from './turn-reply.ts';

export interface TurnPorts {
  readonly conversations: ClientConversations;
  readonly threads: Threads;
  readonly host: Pick<Host, 'ids' | 'clock'>;
}

export interface TurnWish {
  readonly request: ClientRequest;
  readonly tools: readonly string[];
  readonly auxdata: JsonObject | undefined;
  readonly model: Model;
  readonly signal: AbortSignal;
}

export interface BegunTurn {
  readonly conversationId: string;
  readonly events: AsyncIterable<ModelEvent>;
  /** The answer claims this, but no call has done it. Empty until the answer is there. */
  readonly unsupported: () => readonly string[];
}

/** Throws why there is no answer, as long as nothing was said or done. */
export async function beginTurn(wish: TurnWish, ports: TurnPorts): Promise<BegunTurn> {
  const { request, tools, auxdata, model, signal } = wish;
  checkWish(wish);
  const history = splitHistory(validHistory(request.canisters));
  const found = await findThread(history.said, ports);
  const asked = {
    ...beginning(history, found, ports),
    content: history.question.content,
    model: turnModel(model, request),
    tools,
    auxdata,
    instructions: history.instructions,
  };
  const turn = ports.conversations.ask(asked, signal);
  let unsupported: readonly string[] = [];
  const events = await turnReply(turn.events, {
    words: request.stream && request.replySchema === undefined ? 'as-it-comes' : 'final',
    isWhole: !request.stream,
    signal,
    onAnswer: ({ canisters, unsupported: found = [] }, sent) => {
      unsupported = found.map(({ text: claim }) => claim);
      noteAnswer(history, { turn, sent, canisters }, ports);
    },
  });
  return { conversationId: turn.conversationId, events, unsupported: () => unsupported };
}

/** A turn runs here or in the client: results of a client's own tools come with its next request, in another turn. */
function checkWish({ request, tools, model }: TurnWish): void {
  if (request.tools.length > 0)
    throw errors.badArguments(
      'tools: Tools run either in your program or here. Leave your own tools out, or name no ensembles.',
    );
  if (tools.length > 0 && model.capabilities.tools === 'none')
    throw errors.badArguments(
      `model: ${model.label} can’t call tools. Choose another model, or name no ensembles.`,
    );
}

interface FoundThread {
  readonly conversation: KeptConversation;
  readonly count: number;
}

async function findThread(
  said: readonly Canister[],
  { conversations, threads }: TurnPorts,
): Promise<FoundThread | undefined> {
  const place = said.length === 0 ? undefined : threads.find(said);
  const conversation = place && (await conversations.find(place.conversation));
  if (conversation === undefined) return undefined;
  const count = countUpTo(place, conversation);
  return count === 0 ? undefined : { conversation, count };
}

function countUpTo(place: Place | undefined, { canisters }: KeptConversation): number {
  return canisters.findIndex(({ id }) => id === place?.last) + 1;
}

/** Where the client lacks an answer, a copy goes on. Interrupted turns gave none, but what they did stays. */
function beginning(
  { said, since }: SplitHistory,
  found: FoundThread | undefined,
  { conversations, host }: TurnPorts,
): Pick<Question, 'conversation' | 'before'> {
  // What its user says is its user's.
  const isKnown = ({ role }: Canister) => role === 'user' || role === 'supervisor';
  const label = { ...conversations.exposure.sent, read: 'an earlier part of the conversation' };
  const unknown = (canisters: readonly Canister[]) =>
    withOwnIds(canisters, host).map(canister => (isKnown(canister) ? canister : { ...canister, label }));
  if (found === undefined) return { before: unknown([...said, ...since]) };
  const { conversation, count } = found;
  const before = unknown(since);
  const isLast = !hasAnswer(conversation.canisters.slice(count));
  if (isLast && !conversations.isAnswering(conversation.id)) return { conversation, before };
  return { before: [...conversation.canisters.slice(0, count), ...before] };
}

interface Answered {
  readonly turn: AskedTurn;
  readonly sent: string;
  readonly canisters: readonly Canister[];
}

/** The client will send this along with its next request. */
function noteAnswer(
  { all }: SplitHistory,
  { turn, sent, canisters }: Answered,
  { threads }: TurnPorts,
): void {
  const last = canisters.at(-1);
  if (last === undefined) return;
  const { id, timestamp } = last;
  const answer: Canister = {
    id,
    timestamp,
    marks: ordinaryMarks,
    role: 'assistant',
    content: [text(sent)],
  };
  threads.note([...all, answer], { conversation: turn.conversationId, last: id });
}

function withOwnIds(
  canisters: readonly Canister[],
  ports: { readonly ids: Ids; readonly clock: Clock },
): readonly Canister[] {
  const own = new Map<string, string>();
  return canisters.map(canister => {
    const fresh = newCanister(canister.role, ports);
    own.set(canister.id, fresh.id);
    if (canister.role !== 'result') return { ...canister, ...fresh };
    return { ...canister, ...fresh, invocationId: own.get(canister.invocationId) ?? canister.invocationId };
  });
}

interface SplitHistory {
  readonly instructions: string;
  readonly said: readonly Canister[];
  readonly since: readonly Canister[];
  readonly question: UserCanister;
  readonly all: readonly Canister[];
}

/** Throws `bad-arguments` if the last thing said is not the user's. */
function splitHistory(canisters: readonly Canister[]): SplitHistory {
  const start = startOfSaid(canisters);
  const [above, below] = [canisters.slice(0, start), canisters.slice(start)];
  const at = below.findLastIndex(({ role }) => role !== 'supervisor');
  const question = below[at];
  if (question?.role !== 'user')
    throw errors.badArguments(
      'The last message must be a user’s where tools run here: there is no question to answer.',
    );
  const others = below.toSpliced(at, 1);
  const end = others.findLastIndex(({ role }) => role === 'assistant') + 1;
  const instructions = above.map(({ content }) => textOf(content)).join('\n\n');
  return { instructions, said: others.slice(0, end), since: others.slice(end), question, all: below };
}
