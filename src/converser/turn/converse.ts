import { stopWith } from '../async/linked-abort.ts';
import type { AssistantCanister, Canister, SupervisorCanister } from '../canister/canister.ts';
import { type Content, text } from '../canister/content.ts';
import { newCanister } from '../canister/new-canister.ts';
import { joinHistory, validHistory } from '../canister/valid-history.ts';
import type { Conversation, Turn } from '../conversation/conversation.ts';
import type { ConverseEvent, TurnEnd } from '../conversation/converse-event.ts';
import { brokenOff, nothingSaid, stopped, unfinished } from '../conversation/turn-end.ts';
import type { EnsembleRoster } from '../ensemble/ensemble-roster.ts';
import type { Invoker } from '../ensemble/invoker.ts';
import { toolDefinitions } from '../ensemble/tool-definitions.ts';
import { ConverserError, errorData, errors, stackOf } from '../errors.ts';
import type { Host } from '../host.ts';
import { createExactDeduplicator } from '../invocation/deduplicator.ts';
import {
  createInvocationsProcessor,
  type InvocationsProcessor,
} from '../invocation/invocations-processor.ts';
import type { PreparedCall } from '../invocation/prepare-call.ts';
import { defined } from '../json/defined.ts';
import type { Model, ModelRequest } from '../models/provider.ts';
import type { Permissions } from '../permission/permissions.ts';
import type { Caps } from '../spending/caps.ts';
import { createLedger, type Ledger } from '../spending/ledger.ts';
import { createAdmission } from './admission.ts';
import { type AskOptions, askModel } from './ask-model.ts';
import type { ModelReply } from './collect-reply.ts';
import { invokeRound } from './invoke-round.ts';

/** The user's input. */
export interface Prompt {
  readonly content: readonly Content[];
  /** Attached material; each becomes a document canister before the message. */
  readonly documents?: readonly Content[];
}

/** What all turns of a host share. */
export interface ConversePorts {
  readonly roster: EnsembleRoster;
  readonly permissions: Permissions;
  readonly host: Host;
  readonly limits: Limits;
}

export interface Limits {
  /** Requests to the model in one turn. */
  readonly rounds: number;
  /** Characters of text in one result. */
  readonly resultCharacters: number;
  /** How much may be spent. Default: unlimited. */
  readonly caps?: Caps;
}

export const ordinaryLimits: Limits = { rounds: 25, resultCharacters: 30_000 };

export interface ConverseOptions {
  readonly ports: ConversePorts;
  readonly model: Model;
  readonly signal: AbortSignal;
  /** Instructions that stand above the conversation. They are sent in each request and not kept. */
  readonly supervisor?: string;
  /** Which of the enabled invokers this turn offers. Default: all. */
  readonly offers?: (invoker: Invoker) => boolean;
}

/**
 * One turn: asks the model, invokes what it wants invoked, and asks again, until it gives a final answer.
 *
 * It never throws; `converse-event.ts` says what it emits. A consumer that stops listening between two events
 * ends the turn; one that waits for the next event ends it with the signal. A turn without a final answer is
 * rolled back.
 */
export async function* converse(
  conversation: Conversation,
  prompt: Prompt,
  options: ConverseOptions,
): AsyncGenerator<ConverseEvent, void> {
  const { model, ports } = options;
  const { host } = ports;
  const canisters = promptCanisters(prompt, host);
  yield {
    type: 'turn-start',
    conversationId: conversation.id,
    model: { provider: model.provider, id: model.id, label: model.label },
    canisters,
  };
  const { controller: left, release } = stopWith(options.signal);
  const { signal } = left;
  const ledger = createLedger({ model, before: conversation.spending });
  let turn: Turn | undefined;
  let end = stopped();
  try {
    turn = conversation.begin();
    turn.append(...canisters);
    const begun = turn;
    const rounds = async function* () {
      end = yield* runRounds(conversation, begun, { ...options, signal, ledger });
    };
    for await (const group of rounds()) for (const event of group) yield event;
  } catch (cause) {
    if (!(cause instanceof ConverserError)) host.log.error(stackOf(cause));
    end = unfinished('failed', errorData(cause));
  } finally {
    release();
    left.abort();
    turn?.rollBack();
    conversation.spend(ledger.spent.turn);
  }
  yield ledger.turn.requests === 0 ? end : { ...end, spending: ledger.turn };
}

async function* runRounds(
  conversation: Conversation,
  turn: Turn,
  options: ConverseOptions & { readonly ledger: Ledger },
): AsyncGenerator<readonly ConverseEvent[], TurnEnd> {
  const { model, signal, ledger, offers } = options;
  const { roster, permissions, host, limits } = options.ports;
  const admit = createAdmission({ model, caps: limits.caps, ledger, signal });
  const deduplicator = createExactDeduplicator();
  const outdated = roster.onDidOutdate(() => deduplicator.forget());
  const callable = offers === undefined ? roster : roster.offering(offers);
  const resultLimit = limits.resultCharacters;
  const processor = createInvocationsProcessor({
    conversation,
    callable,
    permissions,
    deduplicator,
    host,
    resultLimit,
  });
  const ports = { model, host, turn, processor, lastRound: limits.rounds };
  try {
    await roster.connect(signal);
    const tools = model.capabilities.tools === 'none' ? [] : toolDefinitions(callable.invokers());
    let sound = validHistory([...supervisor(options.supervisor, host), ...conversation.canisters]);
    let seen = 0;
    for (let round = 1; round <= limits.rounds; round++) {
      // Each round ends with the results of its invocations, so that what it has added is sound by itself.
      sound = joinHistory(sound, validHistory(turn.canisters.slice(seen)));
      seen = turn.canisters.length;
      const request = { canisters: sound, tools };
      const end = yield* runRound(request, { round, signal, ledger, admit }, ports);
      if (signal.aborted && end?.outcome !== 'final') return stopped();
      if (end !== undefined) return end;
    }
    return unfinished('round-limit', errorData(errors.roundLimit(limits.rounds)));
  } finally {
    outdated.dispose();
  }
}

/** What all rounds of a turn share. */
interface RoundPorts {
  readonly model: Model;
  readonly host: Host;
  readonly turn: Turn;
  readonly processor: InvocationsProcessor;
  readonly lastRound: number;
}

/** Asks once, and invokes what is wanted. Returns how the turn ends, if it ends with this round. */
async function* runRound(
  request: ModelRequest,
  asking: AskOptions,
  ports: RoundPorts,
): AsyncGenerator<readonly ConverseEvent[], TurnEnd | undefined> {
  const { round, signal } = asking;
  const { model, host, turn, processor, lastRound } = ports;
  if (signal.aborted) return undefined;
  const refused = yield* asking.admit(request);
  if (signal.aborted) return undefined;
  if (refused !== undefined) return unfinished('failed', refused);
  yield [{ type: 'round-start', round }];
  const reply = yield* askModel(model, request, asking);
  if (signal.aborted) return undefined;
  if (reply.error !== undefined) return brokenOff(reply.error);

  const said = assistantCanister(reply, host);
  if (said !== undefined) turn.append(said);
  yield [defined({ type: 'round-end', round, reason: reply.reason, canister: said })];
  if (signal.aborted) return undefined;
  const invocations = await wanted(reply, asking, ports);
  if (signal.aborted) return undefined;
  if (invocations.length === 0) return finish(reply, ports);

  // The model would never read the results.
  if (round === lastRound) return undefined;
  const outcome = yield* invokeRound(invocations, { processor, turn, signal, clock: host.clock });
  if (outcome.aborted === undefined || signal.aborted) return undefined;
  host.alerts.warn(outcome.aborted.message);
  return unfinished('failed', outcome.aborted);
}

/**
 * The calls to process. Of those that the model only showed, the user says which it meant; the user is not asked
 * when the model also made real calls, or could not read the results any more.
 */
async function wanted(
  { invocations }: ModelReply,
  { round, signal }: AskOptions,
  { processor, lastRound }: RoundPorts,
): Promise<readonly PreparedCall[]> {
  const meant = invocations.filter(({ proposed }) => !proposed);
  if (meant.length > 0) return meant.map(({ name, arguments: args }) => processor.prepare(name, args));
  return round === lastRound ? [] : await processor.confirm(invocations, signal);
}

function finish(reply: ModelReply, { turn, model }: RoundPorts): TurnEnd {
  if (reply.content.every(part => part.type === 'opaque')) return nothingSaid(model.label, reply.reason);
  turn.commit();
  return { type: 'turn-end', outcome: 'final', canisters: turn.canisters };
}

function promptCanisters({ content, documents = [] }: Prompt, host: Host): readonly Canister[] {
  return [
    ...documents.map(
      (document): Canister => ({
        ...newCanister('document', host),
        role: 'document',
        content: [document],
      }),
    ),
    { ...newCanister('user', host), role: 'user', content },
  ];
}

function supervisor(instructions: string | undefined, host: Host): readonly SupervisorCanister[] {
  if (instructions === undefined) return [];
  return [{ ...newCanister('supervisor', host), role: 'supervisor', content: [text(instructions)] }];
}

function assistantCanister({ content }: ModelReply, host: Host): AssistantCanister | undefined {
  return content.length === 0 ? undefined : { ...newCanister('assistant', host), role: 'assistant', content };
}
