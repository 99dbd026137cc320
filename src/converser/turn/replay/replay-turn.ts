import { allowed } from '../../call/permission/decision.ts';
import { stopWith } from '../../ground/async/abort.ts';
import { defined } from '../../ground/json/defined.ts';
import { type Canister, type InvocationCanister, isInvocation } from '../../words/canister/canister.ts';
import { textOf } from '../../words/canister/content.ts';
import { createConversation } from '../../words/conversation/conversation.ts';
import type { TurnEnd } from '../../words/conversation/converse-event.ts';
import { createEnsembleRoster } from '../../words/ensemble/ensemble-roster.ts';
import { wireName } from '../../words/ensemble/wire-name.ts';
import type { Model } from '../../words/models/provider.ts';
import { converse } from '../converse.ts';
import type { ConversePorts } from '../converse-options.ts';
import { type RecordedCalls, recordedCalls } from './recorded-calls.ts';
import { recordedEnsemble } from './recorded-ensemble.ts';
import type { PlayedTurn, RecordedTurn } from './recorded-turn.ts';

export interface ReplayOptions {
  readonly model: Model;
  readonly ports: Pick<ConversePorts, 'host' | 'limits' | 'totals'>;
  readonly signal: AbortSignal;
}

export interface ReplayedTurn extends PlayedTurn {
  /** The call at which the replay ended, because the recording has no answer to it. */
  readonly unrecorded?: InvocationCanister;
}

/** Never rejects. Runs no tool and changes no conversation; what it costs counts as that of any turn. */
export async function replayTurn(
  recorded: RecordedTurn,
  { model, ports, signal }: ReplayOptions,
): Promise<ReplayedTurn> {
  const { host, totals } = ports;
  const calls = recordedCalls(recorded);
  const roster = createEnsembleRoster();
  await roster.set(recordedEnsemble(recorded.asked.tools, calls));
  const { above, before, content } = askedIn(recorded);
  const { controller, release } = stopWith(signal);
  const begun = host.clock.monotonic();
  let unrecorded: InvocationCanister | undefined;
  let end: TurnEnd | undefined;
  const events = converse(
    createConversation(host.ids.next('replay'), before),
    { content },
    {
      model,
      signal: controller.signal,
      supervisor: above,
      ports: defined({
        host,
        totals,
        roster,
        permissions: { decide: async () => allowed('it only repeats what was recorded') },
        limits: { ...ports.limits, resultCharacters: Number.POSITIVE_INFINITY },
      }),
    },
  );
  try {
    for await (const event of events) {
      if (event.type === 'turn-end') end = event;
      if (event.type !== 'invocation-start' || isAnswered(event.canister, calls)) continue;
      unrecorded ??= event.canister;
      controller.abort();
    }
  } finally {
    release();
    await roster.dispose();
  }
  const { canisters = [], outcome = 'failed', error, spending } = end ?? {};
  return defined({
    model: { provider: model.provider, id: model.id, label: model.label },
    canisters: canisters.map(each => named(each, calls)),
    outcome,
    problem: error?.message,
    spending,
    milliseconds: Math.round(host.clock.monotonic() - begun),
    unrecorded: unrecorded && named(unrecorded, calls),
  });
}

/** What couldn’t be read as a call is refused here as it was there. */
function isAnswered(call: InvocationCanister, calls: RecordedCalls): boolean {
  return call.malformedArguments !== undefined || calls.has(call);
}

/** What is from outside stands in its fence already, and results were cut already. */
function askedIn({ asked }: RecordedTurn) {
  const { canisters } = asked;
  const prompt = canisters.findLast(({ role }) => role === 'user');
  const above = canisters.filter(({ role }) => role === 'supervisor');
  const before = canisters.filter(each => each !== prompt && each.role !== 'supervisor').map(asSent);
  return {
    above: above.map(({ content }) => textOf(content)).join('\n\n'),
    before,
    content: prompt?.content ?? [],
  };
}

function asSent(canister: Canister): Canister {
  const { label: _, ...sent } = canister;
  if (sent.role !== 'result') return sent;
  const { cut: __, ...result } = sent;
  return result;
}

function named<Named extends Canister>(canister: Named, calls: RecordedCalls): Named {
  return isInvocation(canister) ? { ...canister, ...calls.nameOf(wireName(canister)) } : canister;
}
