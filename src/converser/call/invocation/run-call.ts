import { atIntervals } from '../../ground/async/at-intervals.ts';
import { isUnreached } from '../../ground/causes.ts';
import { defined } from '../../ground/json/defined.ts';
import type { JsonObject } from '../../ground/json/json.ts';
import type { Clock } from '../../ground/ports.ts';
import type { KnownSecrets } from '../../ground/secrets/known-secrets.ts';
import type { Failure, InvocationCanister } from '../../words/canister/canister.ts';
import type { Conversation } from '../../words/conversation/conversation.ts';
import type { InvocationProgress } from '../../words/conversation/converse-event.ts';
import type { Call } from '../../words/ensemble/call.ts';
import type { CallableInvokers } from '../../words/ensemble/ensemble-roster.ts';
import {
  type AskCaller,
  type Brought,
  type Context,
  fullName,
  type Invoker,
  type Returned,
  type ToolShelf,
} from '../../words/ensemble/invoker.ts';
import type { ModelsBeside } from '../../words/models/models-beside.ts';
import type { ChangeRecord } from '../../words/workspace/undo-journal.ts';
import { carriedTexts } from '../caution/carried-texts.ts';
import type { Permissions } from '../permission/permissions.ts';
import { reviewAnswer } from '../permission/review-answer.ts';
import { type Attempted, invoke } from './invoke.ts';

export interface Watch {
  readonly signal: AbortSignal;
  readonly onProgress: (event: InvocationProgress) => void;
  /** See `Call.isBehind`. */
  readonly isBehind?: () => boolean;
  readonly onEdited?: (invocation: InvocationCanister) => void;
  readonly onReturned?: (returned: Returned) => void;
  readonly askCaller?: AskCaller;
}

export interface RunOptions extends Watch {
  readonly callable: Pick<CallableInvokers, 'ensembleOf' | 'invokers'>;
  readonly permissions: Permissions;
  readonly conversation: Pick<Conversation, 'namespace' | 'canisters'>;
  readonly auxdata?: JsonObject | undefined;
  readonly changes?: ChangeRecord | undefined;
  readonly beside?: ((call: Pick<Call, 'invocation'>) => ModelsBeside) | undefined;
  readonly clock: Clock;
  readonly secrets: KnownSecrets;
}

/** In milliseconds. Some tools report each line that they read. */
const betweenReports = 100;

/** Invariant: no secret that this process knows leaves it by a tool's result. Never rejects. */
export async function runCall(call: Call, options: RunOptions): Promise<Attempted> {
  const {
    callable,
    conversation,
    auxdata,
    changes,
    clock,
    secrets,
    signal,
    onProgress,
    onReturned,
    askCaller,
    beside,
    permissions,
  } = options;
  const { invoker, invocation, permit } = call;
  const isReady = callable.ensembleOf(invoker)?.state.status === 'ready';
  const failure = isReady ? undefined : await connect(invoker, options);
  if (failure !== undefined)
    return { kind: 'failed', failure, ...(isUnreached(failure.message) && { unheard: true as const }) };
  const namespace = conversation.namespace(invoker.ensemble);
  const tell = (event: InvocationProgress) => onProgress(secrets.hideIn(event));
  const reports = atIntervals(tell, { ms: betweenReports, clock });
  const progress = reporting(invocation.id, reports.give);
  if (invoker.annotations.readOnly !== true && invoker.recordsChanges !== true) {
    const label = permit?.carries;
    const carried = label && { texts: carriedTexts(invocation.arguments), label };
    await changes?.noteOther(fullName(invoker), carried);
  }
  const context = defined({
    namespace,
    signal,
    progress,
    permit,
    askCaller,
    conversation: call.conversationId,
    history: () => conversation.canisters,
    changes,
    whyKeptOut: (brought: Brought) => reviewAnswer(call, brought, { permissions, signal }),
    models: beside?.(call),
    tools: toolShelf(callable),
  });
  const attempted = secrets.hideIn(await invoke(invoker, invocation.arguments, { context, auxdata, clock }));
  reports.end();
  if (attempted.kind === 'returned') onReturned?.(attempted.returned);
  return attempted;
}

function toolShelf({ invokers, ensembleOf }: RunOptions['callable']): ToolShelf {
  return {
    invokers,
    instructionsOf(name) {
      const any = invokers().find(({ ensemble }) => ensemble === name);
      return any && ensembleOf(any)?.instructions;
    },
  };
}

async function connect(
  invoker: Invoker,
  { callable, signal }: Pick<RunOptions, 'callable' | 'signal'>,
): Promise<Failure | undefined> {
  const ensemble = callable.ensembleOf(invoker);
  if (ensemble === undefined) return { kind: 'execution', message: `${fullName(invoker)} has been removed.` };
  if (ensemble.state.status !== 'ready') await ensemble.connect(signal);
  const { state } = ensemble;
  if (state.status === 'ready') return undefined;
  if (state.status === 'failed' && state.error.code === 'approval-needed')
    return { kind: 'permission', message: state.error.message };
  const reason = state.status === 'failed' ? state.error.message : 'it is not connected.';
  return { kind: 'execution', message: `The ensemble ${ensemble.name} is not available: ${reason}` };
}

function reporting(invocationId: string, onProgress: Watch['onProgress']): Context['progress'] {
  let last = '';
  return (message, fraction) => {
    const event: InvocationProgress = {
      type: 'invocation-progress',
      invocationId,
      message: String(message),
      ...(Number.isFinite(fraction) ? { fraction: Math.min(1, Math.max(0, Number(fraction))) } : {}),
    };
    const news = `${event.fraction ?? ''}${event.message}`;
    if (news === '' || news === last) return;
    last = news;
    onProgress(event);
  };
}
