import { allowed } from '../../call/permission/decision.ts';
import { stopWith } from '../../ground/async/abort.ts';
import { defined } from '../../ground/json/defined.ts';
import { type Canister, type InvocationCanister, isInvocation } from '../../words/canister/canister.ts';
import { textOf } from '../../words/canister/content.ts';
import { createConversation } from '../../words/conversation/conversation.ts';
import type { TurnEnd } from '../../words/conversation/converse-event.ts';
import { createEnsembleRoster } from '../../words/ensemble/ensemble-roster.ts';
import { converse } from '../converse.ts';
import type { ConverseOptions, ConversePorts } from '../converse-options.ts';
import { recordedAnswers, recordedEnsemble } from './recorded-tools.ts';
import { type PlayedTurn, playedTurn, type RecordedTurn } from './recorded-turn.ts';

export interface ReplayOptions extends Pick<ConverseOptions, 'model' | 'signal'> {
  readonly ports: Pick<ConversePorts, 'host' | 'limits' | 'totals'>;
}

export interface ReplayedTurn extends PlayedTurn {
  /** The call at which the replay ended, because the recording has no answer to it. */
  readonly unrecorded?: InvocationCanister;
}

/** Never rejects. Runs no tool and changes no conversation; what it costs counts as that of any turn. */
export async function replayTurn(
  recorded: RecordedTurn,
  { model, ports: { host, limits, totals }, signal }: ReplayOptions,
): Promise<ReplayedTurn> {
  const answers = recordedAnswers(recorded);
  const roster = createEnsembleRoster();
  await roster.set(recordedEnsemble(recorded.asked, answers));
  const { supervisor, before, content } = askedIn(recorded);
  const { controller, release } = stopWith(signal);
  const permissions = { decide: async () => allowed('it only repeats what was recorded') };
  const uncut = { ...limits, resultCharacters: Number.POSITIVE_INFINITY };
  const ports = defined({ host, totals, roster, permissions, limits: uncut });
  const begun = host.clock.monotonic();
  let unrecorded: InvocationCanister | undefined;
  let end: TurnEnd = { type: 'turn-end', outcome: 'failed', canisters: [] };
  const conversation = createConversation(host.ids.next('replay'), before);
  const added = addedIn(recorded);
  let calls = 0;
  const steering = {
    take: () => added.splice(0, added.filter(({ after }) => after <= calls).length),
    endsTurn: false,
  };
  const options = { model, supervisor, ports, steering, signal: controller.signal };
  for await (const event of converse(conversation, { content }, options)) {
    if (event.type === 'turn-end') end = event;
    if (event.type !== 'invocation-start') continue;
    calls++;
    if (event.canister.malformedArguments !== undefined) continue;
    if (answers.has(event.canister)) continue;
    unrecorded ??= event.canister;
    controller.abort();
  }
  release();
  await roster.dispose();
  const played = playedTurn(end, { model, milliseconds: host.clock.monotonic() - begun });
  return defined({ ...played, unrecorded });
}

function askedIn({ asked: { canisters } }: RecordedTurn) {
  const prompt = canisters.findLast(({ role }) => role === 'user');
  const above = canisters.filter(({ role }) => role === 'supervisor');
  const before = canisters.filter(each => each !== prompt && !above.includes(each)).map(asSent);
  const supervisor = above.map(({ content }) => textOf(content)).join('\n\n');
  return { supervisor, before, content: prompt?.content ?? [] };
}

/** Messages that joined the turn, each with the number of calls before it. */
function addedIn({ canisters }: RecordedTurn) {
  let after = 0;
  return canisters.flatMap(canister => {
    if (isInvocation(canister)) after++;
    return canister.role === 'user' && canister.added === true ? [{ after, content: canister.content }] : [];
  });
}

/** What is from outside stands in its fence already, and long results were cut already. */
function asSent({ label: _, ...sent }: Canister): Canister {
  if (sent.role !== 'result') return sent;
  const { cut: __, ...result } = sent;
  return result;
}
