import { askModel, type Reply } from './ask-model.ts';
import { type AssistantCanister, type Canister, ordinaryMarks, type SupervisorCanister } from './canister.ts';
import { type Content, text } from './content.ts';
import type { Conversation, Turn } from './conversation.ts';
import type { ConverseEvent, TurnEnd } from './converse-event.ts';
import { createExactDeduplicator } from './deduplication/exact.ts';
import { type EnsembleRoster, toolDefinitions } from './ensemble-roster.ts';
import { type ErrorData, errorData, errors } from './errors.ts';
import type { Host } from './host.ts';
import { createInvocationsProcessor } from './invocations-processor.ts';
import { invokeRound } from './invoke-round.ts';
import type { Invoker } from './invoker.ts';
import type { Permissions } from './permissions.ts';
import type { Model } from './provider.ts';
import { soundHistory } from './sound-history.ts';

/** What the person puts in. */
export interface Prompt {
  readonly content: readonly Content[];
  /** Attached material; each becomes a document canister before the message. */
  readonly documents?: readonly Content[];
}

/** What every turn of a house has in common. */
export interface House {
  readonly roster: EnsembleRoster;
  readonly permissions: Permissions;
  readonly host: Host;
  readonly limits: Limits;
}

export interface Limits {
  /** How often a model may be asked in one turn. */
  readonly rounds: number;
  /** Characters that one text of a result may have. */
  readonly resultCharacters: number;
}

export const ordinaryLimits: Limits = { rounds: 25, resultCharacters: 30_000 };

export interface ConverseOptions extends House {
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
 * It never throws; `converse-event.ts` says what it emits. A consumer that stops listening ends the turn, and
 * a turn without a final answer is rolled back.
 */
export async function* converse(
  conversation: Conversation,
  prompt: Prompt,
  options: ConverseOptions,
): AsyncGenerator<ConverseEvent, void> {
  const { model } = options;
  const canisters = promptCanisters(prompt, options.host);
  yield {
    type: 'turn-start',
    conversationId: conversation.id,
    model: { provider: model.provider, id: model.id, label: model.label },
    canisters,
  };
  let turn: Turn;
  try {
    turn = conversation.begin();
  } catch (cause) {
    yield unfinished('failed', errorData(cause));
    return;
  }
  const left = new AbortController();
  const signal = AbortSignal.any([options.signal, left.signal]);
  try {
    turn.append(...canisters);
    const end = yield* runRounds(conversation, turn, { ...options, signal });
    turn.rollBack();
    yield end;
  } catch (cause) {
    options.host.log.error(cause instanceof Error ? (cause.stack ?? cause.message) : String(cause));
    turn.rollBack();
    yield unfinished('failed', errorData(cause));
  } finally {
    left.abort();
    turn.rollBack();
  }
}

async function* runRounds(
  conversation: Conversation,
  turn: Turn,
  options: ConverseOptions,
): AsyncGenerator<ConverseEvent, TurnEnd> {
  const { host, roster, signal, limits, model } = options;
  const deduplicator = createExactDeduplicator();
  const outdated = roster.onDidOutdate(() => deduplicator.forget());
  const offers = options.offers ?? (() => true);
  const processor = createInvocationsProcessor({
    ...options,
    conversation,
    offers,
    deduplicator,
    resultLimit: limits.resultCharacters,
  });
  try {
    await roster.connect(signal);
    const tools = toolDefinitions(roster.invokers().filter(offers));
    for (let round = 1; round <= limits.rounds; round++) {
      if (signal.aborted) return stopped();
      yield { type: 'round-start', round };
      const canisters = [
        ...supervisor(options),
        ...soundHistory([...conversation.canisters, ...turn.canisters]),
      ];
      const reply = yield* askModel(model, { canisters, tools }, { round, signal });
      if (signal.aborted) return stopped();
      if (reply.error !== undefined) return unfinished('failed', reply.error);

      const said = assistantCanister(reply, host);
      if (said !== undefined) turn.append(said);
      yield {
        type: 'round-end',
        round,
        reason: reply.reason,
        ...(said === undefined ? {} : { canister: said }),
      };
      if (reply.invocations.length === 0) {
        if (reply.text.trim() === '') return unfinished('failed', errorData(errors.modelEmpty(model.label)));
        turn.commit();
        return {
          type: 'turn-end',
          outcome: 'final',
          canisters: turn.canisters,
        };
      }
      const outcome = yield* invokeRound(reply.invocations, {
        processor,
        turn,
        signal,
        clock: host.clock,
      });
      if (signal.aborted) return stopped();
      if (outcome.aborted !== undefined) {
        host.alerts.warn(outcome.aborted.message);
        return unfinished('failed', outcome.aborted);
      }
    }
    return unfinished('round-limit', errorData(errors.roundLimit(limits.rounds)));
  } finally {
    outdated.dispose();
  }
}

function stopped(): TurnEnd {
  return unfinished('stopped', errorData(errors.cancelled()));
}

function unfinished(outcome: Exclude<TurnEnd['outcome'], 'final'>, error: ErrorData): TurnEnd {
  return { type: 'turn-end', outcome, canisters: [], error };
}

function promptCanisters({ content, documents = [] }: Prompt, host: Host): readonly Canister[] {
  return [
    ...documents.map(document => ({
      ...newCanister('document', host),
      role: 'document' as const,
      content: [document],
    })),
    { ...newCanister('user', host), role: 'user', content },
  ];
}

function supervisor({ supervisor: instructions, host }: ConverseOptions): readonly SupervisorCanister[] {
  if (instructions === undefined) return [];
  return [
    {
      ...newCanister('supervisor', host),
      role: 'supervisor',
      content: [text(instructions)],
    },
  ];
}

function assistantCanister(reply: Reply, host: Host): AssistantCanister | undefined {
  const content: readonly Content[] = [
    ...reply.opaque,
    ...(reply.text === '' ? [] : [text(reply.text, 'text/markdown')]),
  ];
  return content.length === 0 ? undefined : { ...newCanister('assistant', host), role: 'assistant', content };
}

function newCanister(prefix: string, { ids, clock }: Host) {
  return {
    id: ids.next(prefix),
    timestamp: clock.now().toISOString(),
    marks: ordinaryMarks,
  };
}
