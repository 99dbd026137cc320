import { aborted, orAborted } from '../../ground/async/abort.ts';
import { stackOf } from '../../ground/errors.ts';
import type { Host } from '../../ground/host.ts';
import type { JsonObject } from '../../ground/json/json.ts';
import type { Log } from '../../ground/ports.ts';
import { cutText, shortened } from '../../ground/wording/cut-text.ts';
import type {
  Failure,
  FailureKind,
  InvocationCanister,
  ResultCanister,
} from '../../words/canister/canister.ts';
import { text } from '../../words/canister/content.ts';
import { type Conversation, inConversation } from '../../words/conversation/conversation.ts';
import { exposureToTools } from '../../words/conversation/read-exposure.ts';
import type { Call, CallWithin } from '../../words/ensemble/call.ts';
import type { CallableInvokers } from '../../words/ensemble/ensemble-roster.ts';
import { fullName } from '../../words/ensemble/invoker.ts';
import { type Exposure, joinExposures } from '../../words/labels/exposure.ts';
import type { ModelsBeside } from '../../words/models/models-beside.ts';
import type { WrittenInvocation } from '../../words/models/provider.ts';
import type { PermissionMode } from '../../words/permission/permission-mode.ts';
import type { ChangeRecord } from '../../words/workspace/undo-journal.ts';
import type { Permissions } from '../permission/permissions.ts';
import type { Deduplicator } from './deduplication/deduplicator.ts';
import { stoppedEarly } from './invoke.ts';
import type { InvokerBreakers } from './invoker-breakers.ts';
import { checkCall, confirmCalls, permitCall, renewCall, tellUnchecked } from './permit-call.ts';
import { type PreparedCall, prepareCall, type Refusal } from './prepare-call.ts';
import { createResults } from './results.ts';
import { runCall, type Watch } from './run-call.ts';
import { createWriteWatch } from './watch-writes.ts';

/** Runs find → check → permit → deduplicate → run → render. The first step that fails ends the call. */
export interface InvocationsProcessor {
  prepare(name: string, written: unknown): PreparedCall;
  /** Contract: asks once about each call that could run; never rejects, and resolves soon after an abort. */
  confirm(shown: readonly WrittenInvocation[], signal: AbortSignal): Promise<readonly PreparedCall[]>;
  /** Contract: always gives exactly one result; never rejects, and resolves soon after an abort. */
  process(prepared: PreparedCall, watch: Watch): Promise<Processed>;
  hasWritten(): boolean;
}

export interface Processed {
  readonly result: ResultCanister;
  readonly abortsTurn: boolean;
}

export interface InvocationsProcessorOptions {
  readonly conversation: Conversation;
  readonly turn?: object;
  readonly callable: CallableInvokers;
  readonly permissions: Permissions;
  readonly deduplicator: Deduplicator;
  readonly host: Host;
  /** In characters of text. */
  readonly resultLimit: number;
  readonly keepResult?: ((id: string, whole: string) => string) | undefined;
  readonly auxdata?: JsonObject | undefined;
  readonly changes?: ChangeRecord | undefined;
  readonly breakers?: InvokerBreakers | undefined;
  readonly beside?: ((call: Pick<Call, 'invocation'>) => ModelsBeside) | undefined;
  readonly within?: CallWithin | undefined;
  readonly permissionMode?: PermissionMode | undefined;
  readonly acceptsEdits?: (() => boolean) | undefined;
  readonly beforeChange?: (() => Promise<void>) | undefined;
}

export function createInvocationsProcessor(options: InvocationsProcessorOptions): InvocationsProcessor {
  const { conversation, turn, callable, permissions, deduplicator, host, auxdata, changes, breakers } =
    options;
  const { beside, within, permissionMode, acceptsEdits, beforeChange } = options;
  const results = createResults(host, { limit: options.resultLimit, keep: options.keepResult });
  const writes = createWriteWatch(callable);
  const { clock, secrets } = host;
  const around = { callable, conversation, permissions, auxdata, changes, beside, clock, secrets };
  const described = describedExposure(callable);
  const exposure = () => joinExposures(conversation.exposure(), described());
  const prepare = (name: string, written: unknown) =>
    prepareCall(name, written, {
      conversationId: conversation.id,
      turn,
      within,
      permissionMode,
      acceptsEdits,
      callable,
      host,
      exposure,
    });

  async function answer(prepared: PreparedCall, watch: Watch): Promise<Processed> {
    if (prepared.kind === 'refused') return refuse(prepared);
    const { isBehind } = watch;
    const { invocation } = prepared;
    const found = isBehind === undefined ? prepared.call : { ...prepared.call, isBehind };
    const failure = (await checkCall(found)) ?? breakers?.whyPaused(found.invoker);
    if (failure !== undefined) return refuse({ invocation, failure });
    void tellUnchecked(found.invoker, host.log);

    const since = host.clock.monotonic();
    const permitted =
      found.permit === undefined ? await permitCall(found, { permissions, signal: watch.signal }) : prepared;
    const waited = host.clock.monotonic() - since;
    if (permitted.kind === 'refused') return refuse(permitted);
    if (permitted.invocation !== invocation) watch.onEdited?.(permitted.invocation);
    const renewed = renewCall(permitted.call, callable);
    if (renewed.kind === 'refused') return refuse(renewed);
    return told(await runOnce(renewed.call, watch), renewed.invocation, waited);
  }

  async function runOnce(call: Call, watch: Watch): Promise<Processed> {
    if (writes.isWriting()) return ran(call, await run(call, watch));
    const once = await deduplicator.once(call, () => run(call, watch));
    if (once.kind === 'ran') return ran(call, once.result);
    return { result: results.ofEarlier(call, once), abortsTurn: false };
  }

  async function run(call: Call, watch: Watch): Promise<ResultCanister> {
    if (call.invoker.annotations.readOnly !== true) await beforeChange?.();
    const visit = breakers?.enter(call.invoker);
    if (visit !== undefined && 'failure' in visit) return results.ofFailure(call.invocation, visit.failure);
    const running = { ...call, invoker: writes.watched(call.invoker) };
    const result = results.ofAttempt(call, await runCall(running, { ...watch, ...around }));
    visit?.end(result);
    return result;
  }

  function refuse({ invocation, failure }: Refusal): Processed {
    return { result: results.ofFailure(invocation, failure), abortsTurn: false };
  }

  return {
    prepare,
    hasWritten: writes.hasWritten,
    confirm: (shown, signal) => confirmCalls(shown, { prepare, permissions, signal }),
    async process(prepared, watch) {
      try {
        const processed = await orAborted(answer(prepared, watch), watch.signal);
        if (processed === aborted) return refuse({ invocation: prepared.invocation, failure: stoppedEarly });
        logFailure(prepared.invocation, processed.result, { log: host.log, conversation });
        return processed;
      } catch (cause) {
        host.log.error(`${fullName(prepared.invocation)}: ${stackOf(cause)}`);
        return refuse({ invocation: prepared.invocation, failure: brokenInside });
      }
    },
  };
}

function describedExposure(callable: Pick<CallableInvokers, 'invokers'>): () => Exposure {
  let seen: Exposure | undefined;
  return () => {
    seen ??= exposureToTools(callable.invokers());
    return seen;
  };
}

/** Refusals, bad arguments and Stop aren't faults, so they aren't logged. */
function logFailure(
  invocation: InvocationCanister,
  { failure }: ResultCanister,
  { log, conversation }: { readonly log: Log; readonly conversation: Pick<Conversation, 'id'> },
): void {
  if (failure === undefined || decided.has(failure.kind)) return;
  const message = shortened(failure.message, longest);
  log.info(`${fullName(invocation)} failed: ${failure.kind}: ${message}${inConversation(conversation)}`);
}

const decided: ReadonlySet<FailureKind> = new Set(['validation', 'permission', 'cancelled']);

const brokenInside: Failure = {
  kind: 'execution',
  message: 'The call failed inside Converser. See the log for details.',
};

/** In milliseconds. Reading and answering takes longer: a shorter wait wasn't for you. */
const shortestAnswer = 50;

function told(processed: Processed, invocation: InvocationCanister, waited: number): Processed {
  const result = withEdit(processed.result, invocation);
  if (waited < shortestAnswer) return { ...processed, result };
  return { ...processed, result: { ...result, waited: Math.round(waited + (result.waited ?? 0)) } };
}

function ran({ invoker }: Call, result: ResultCanister): Processed {
  const { failure } = result;
  const isFailed = failure !== undefined && failure.kind !== 'cancelled';
  return { result, abortsTurn: isFailed && invoker.onFailure === 'abort' };
}

/** Tells the model that you changed the call: otherwise it would take the result for that of its own call. */
function withEdit(result: ResultCanister, { written, arguments: ran }: InvocationCanister): ResultCanister {
  if (written === undefined) return result;
  const notice = `[The user changed the arguments to ${shown(ran)} before the call ran. You had written ${shown(written)}.]`;
  return { ...result, content: [text(notice), ...result.content] };
}

/** In characters. The call itself has all arguments. */
const longest = 2_000;

function shown(args: JsonObject): string {
  return cutText(JSON.stringify(args), { limit: longest, readOn: '' });
}
