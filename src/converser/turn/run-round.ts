import type { InvocationsProcessor } from '../call/invocation/invocations-processor.ts';
import type { PreparedCall } from '../call/invocation/prepare-call.ts';
import { type ErrorData, errorData } from '../ground/errors.ts';
import type { Host } from '../ground/host.ts';
import { defined } from '../ground/json/defined.ts';
import type { AssistantCanister } from '../words/canister/canister.ts';
import type { TextContent } from '../words/canister/content.ts';
import { newCanister } from '../words/canister/new-canister.ts';
import type { Turn } from '../words/conversation/conversation.ts';
import type { AnsweringModel } from '../words/conversation/converse-event.ts';
import { turnErrors } from '../words/conversation/turn-errors.ts';
import { fullName } from '../words/ensemble/invoker.ts';
import type { Ledger } from '../words/spending/ledger.ts';
import {
  aborted,
  brokenOff,
  type Ending,
  ended,
  final,
  nothingSaid,
  refusedReply,
  stopped,
} from './ending.ts';
import { invokeRound } from './invoke-round.ts';
import { joinTurn } from './join-turn.ts';
import type { Account } from './limits/turn-account.ts';
import type { LoopGuard } from './loop-guard.ts';
import type { Answering } from './reply/answering.ts';
import { askInTurn, type RequestsInTurn } from './reply/ask-in-turn.ts';
import type { AskOptions } from './reply/ask-model.ts';
import type { ModelReply } from './reply/collect-reply.ts';

export interface RoundPorts {
  readonly answering: Answering;
  readonly host: Host;
  readonly turn: Turn;
  readonly processor: InvocationsProcessor;
  readonly guard: LoopGuard;
  readonly account: Pick<Account, 'admitCalls'>;
}

export async function runRound(
  requests: RequestsInTurn,
  asking: AskOptions & {
    readonly model?: AnsweringModel | undefined;
    readonly ledger: Pick<Ledger, 'tools'>;
  },
  ports: RoundPorts,
): Promise<Ending | undefined> {
  const { round, signal, tell } = asking;
  const { answering, host, turn, processor, guard, account } = ports;
  if (signal.aborted) return stopped();
  const request = await requests.next(answering.model);
  const refused = await asking.admit(request, answering.model);
  if (signal.aborted) return stopped();
  if (refused !== undefined) return ended('failed', refused);
  await tell([defined({ type: 'round-start', round, model: asking.model })]);
  const reply = await askInTurn(request, asking, { answering, requests, turn });
  if (signal.aborted) return stopped(textsOf(reply));
  if (reply.error !== undefined) return brokenOff(reply.error, textsOf(reply));

  const said = assistantCanister(reply, host);
  await tell([defined({ type: 'round-end', round, reason: reply.reason, canister: said })]);
  if (signal.aborted) return stopped();
  const calls = await wanted(reply, asking, processor);
  if (signal.aborted) return stopped();
  if (calls.length === 0) return await answer(reply, said, { ...ports, tell });

  const { admitted, error: exceeded } = await account.admitCalls(calls.length);
  if (signal.aborted) return stopped();
  const made = calls.map((call, at) => (at < admitted ? call : refusedCall(call, exceeded)));
  const invoked = await invokeRound(made, {
    said,
    thought: reply.thought,
    processor,
    guard,
    round,
    turn,
    signal,
    tell,
    clock: host.clock,
    worked: milliseconds => asking.ledger.note({ milliseconds, calls: admitted }),
    called: (invocation, result, duration) =>
      asking.ledger.tools.called(
        fullName(invocation),
        { invocation, result },
        { model: answering.model, duration },
      ),
  });
  if (signal.aborted) return undefined;
  if (invoked.aborted === undefined)
    return exceeded === undefined ? goesInCircles(guard) : ended('failed', exceeded);
  host.alerts.warn(invoked.aborted.message);
  return aborted(invoked.aborted, processor.hasWritten());
}

function refusedCall({ invocation }: PreparedCall, exceeded: ErrorData | undefined): PreparedCall {
  const message = exceeded?.message ?? 'A limit is reached.';
  return { kind: 'refused', invocation, failure: { kind: 'permission', message } };
}

function goesInCircles(guard: LoopGuard): Ending | undefined {
  const stuckOn = guard.stuckOn();
  return stuckOn === undefined ? undefined : ended('round-limit', errorData(turnErrors.repeating(stuckOn)));
}

function textsOf({ content }: ModelReply): readonly TextContent[] {
  return content.filter(part => part.type === 'text');
}

/** You choose which of the calls that the model wrote as text it meant, unless it also made real calls. */
async function wanted(
  { invocations }: ModelReply,
  { signal }: AskOptions,
  processor: InvocationsProcessor,
): Promise<readonly PreparedCall[]> {
  const meant = invocations.filter(({ proposed }) => !proposed);
  if (meant.length > 0) return meant.map(({ name, arguments: args }) => processor.prepare(name, args));
  return await processor.confirm(invocations, signal);
}

async function answer(
  { reason, thought }: ModelReply,
  said: AssistantCanister | undefined,
  { turn, answering: { model }, host, tell }: RoundPorts & Pick<AskOptions, 'tell'>,
): Promise<Ending> {
  if (said === undefined || said.content.every(part => part.type === 'opaque')) {
    return nothingSaid(model.label, reason);
  }
  const before = turn.canisters;
  const kept = reason === 'refusal' ? refusedReply(said, { before, model, host }) : [asKept(said, reason)];
  await tell(joinTurn(turn, kept, thought));
  return final;
}

/** Half an answer would look like a whole one when the conversation is opened again. */
function asKept(said: AssistantCanister, reason: ModelReply['reason']): AssistantCanister {
  return reason === 'length' ? { ...said, cut: true } : said;
}

function assistantCanister({ content }: ModelReply, host: Host): AssistantCanister | undefined {
  return content.length === 0 ? undefined : { ...newCanister('assistant', host), role: 'assistant', content };
}
