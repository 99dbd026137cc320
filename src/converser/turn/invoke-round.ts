import type { InvocationsProcessor, Processed } from '../call/invocation/invocations-processor.ts';
import type { PreparedCall } from '../call/invocation/prepare-call.ts';
import { stopWith } from '../ground/async/abort.ts';
import type { Tell } from '../ground/async/told.ts';
import { type ErrorData, errorData } from '../ground/errors.ts';
import type { Clock } from '../ground/ports.ts';
import type { AssistantCanister, InvocationCanister, ResultCanister } from '../words/canister/canister.ts';
import type { Turn } from '../words/conversation/conversation.ts';
import type { ConverseEvent } from '../words/conversation/converse-event.ts';
import { turnErrors } from '../words/conversation/turn-errors.ts';
import { fullName } from '../words/ensemble/invoker.ts';
import { joinTurn } from './join-turn.ts';
import type { LoopGuard } from './loop-guard.ts';
import type { ModelReply } from './reply/collect-reply.ts';

export interface InvokeOptions {
  readonly processor: InvocationsProcessor;
  readonly guard: LoopGuard;
  readonly round: number;
  readonly turn: Turn;
  readonly said: AssistantCanister | undefined;
  readonly thought: ModelReply['thought'] | undefined;
  readonly signal: AbortSignal;
  readonly tell: Tell<ConverseEvent>;
  readonly clock: Clock;
  readonly worked: (milliseconds: number) => void;
  readonly called: (invocation: InvocationCanister, result: ResultCanister, duration: number) => void;
}

/** Results join in the order of the invocations, even if nothing reads the events any longer. */
export async function invokeRound(
  calls: readonly PreparedCall[],
  { processor, guard, round, turn, said, thought, signal, tell, clock, worked, called }: InvokeOptions,
): Promise<{ readonly aborted?: ErrorData }> {
  const invocations = calls.map(({ invocation }) => invocation);
  const { controller: stop, release } = stopWith(signal);
  // Once the listener has left, running calls are stopped and waited for.
  const say = (event: ConverseEvent) => void tell([event]).catch(() => stop.abort());
  const { asRun, onEdited } = editedCalls(say);
  let longest = 0;
  const unfinished = new Set(calls.filter(mayChange));
  const process = async (call: PreparedCall, at: number): Promise<Processed> => {
    const start = clock.monotonic();
    let ended = false;
    const outcome = await processor.process(call, {
      signal: stop.signal,
      onProgress: event => ended || say(event),
      onEdited,
      isBehind: () => calls.slice(0, at).some(earlier => unfinished.has(earlier)),
    });
    unfinished.delete(call);
    ended = true;
    const canister = guard.heed(asRun(call.invocation), outcome.result, round);
    const processed = { ...outcome, result: canister };
    const duration = Math.max(0, clock.monotonic() - start - (canister.waited ?? 0));
    longest = Math.max(longest, duration);
    called(asRun(call.invocation), canister, duration);
    say({ type: 'invocation-end', canister, duration });
    if (processed.abortsTurn) stop.abort();
    return processed;
  };
  await tell(invocations.map(canister => ({ type: 'invocation-start', canister })));
  const processed = await Promise.all(calls.map(process)).finally(release);
  worked(longest);
  const results = processed.map(({ result }) => result);
  const before = said === undefined ? [] : [said];
  await tell(joinTurn(turn, [...before, ...invocations.map(asRun), ...results], thought));

  const aborting = processed.findIndex(({ abortsTurn }) => abortsTurn);
  const invocation = invocations[aborting];
  if (invocation === undefined) return {};
  const reason = processed[aborting]?.result.failure?.message ?? '';
  return { aborted: errorData(turnErrors.invocationAborted(fullName(invocation), reason)) };
}

/** What only reads, but answers otherwise each time, may have something else done: a model with tools, for one. */
function mayChange(prepared: PreparedCall): boolean {
  if (prepared.kind === 'refused') return false;
  const { readOnly, idempotent } = prepared.call.invoker.annotations;
  return readOnly !== true || idempotent !== true;
}

function editedCalls(say: (event: ConverseEvent) => void) {
  const edited = new Map<string, InvocationCanister>();
  return {
    asRun: (invocation: InvocationCanister) => edited.get(invocation.id) ?? invocation,
    onEdited(canister: InvocationCanister) {
      edited.set(canister.id, canister);
      say({ type: 'invocation-edit', canister });
    },
  };
}
