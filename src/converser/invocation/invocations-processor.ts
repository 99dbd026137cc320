import { checkArguments } from '../arguments/check-arguments.ts';
import { repairArguments } from '../arguments/repair-arguments.ts';
import { aborted, orAborted } from '../async/abort.ts';
import type { FailureKind, InvocationCanister, ResultCanister } from '../canister/canister.ts';
import { newCanister } from '../canister/new-canister.ts';
import { explainUnknown } from '../ensemble/explain-unknown.ts';
import { fullName, type Invoker } from '../ensemble/invoker.ts';
import { defined } from '../json/defined.ts';
import { canonicalJson } from '../json/json.ts';
import type { WrittenInvocation } from '../models/provider.ts';
import {
  isSameDefinition,
  type PermissionCall,
  type PermissionDecision,
  type Permissions,
} from '../permission/permissions.ts';
import type { Deduplicator } from './deduplicator.ts';
import { type RenderedResult, renderFailure } from './result-content.ts';
import { createRunner, type RunnerOptions, type Watch } from './run-invoker.ts';

/**
 * Takes invocations, and for each: finds the invoker → validates → asks permission → deduplicates → invokes
 * with a time limit → produces a result canister. Every surface and every provider uses this one.
 */
export interface InvocationsProcessor {
  /** What a model wrote, as an invocation with the invoker's own name and repaired arguments. Never throws. */
  prepare(name: string, written: unknown): InvocationCanister;
  /**
   * Of the calls that a model only showed, those that a person says it meant. Asked about is what could run: an
   * offered invoker with arguments that fit, each call once. Where nobody can be asked, that is none. What is
   * confirmed is not asked about again when it is processed.
   *
   * Contract: never rejects, and resolves soon after the signal aborts.
   */
  confirm(shown: readonly WrittenInvocation[], signal: AbortSignal): Promise<readonly InvocationCanister[]>;
  /**
   * Contract: never rejects, and resolves soon after the signal aborts. Whatever happens, there is exactly one
   * result for the invocation.
   */
  process(invocation: InvocationCanister, watch: Watch): Promise<Processed>;
}

export interface Processed {
  readonly result: ResultCanister;
  /** The tool ran and failed, and its descriptor says that this ends the turn. */
  readonly abortsTurn: boolean;
}

export interface InvocationsProcessorOptions extends RunnerOptions {
  /** Whether this turn offers the invoker. What is not offered cannot be invoked. */
  readonly offers: (invoker: Invoker) => boolean;
  readonly permissions: Permissions;
  readonly deduplicator: Deduplicator;
}

export function createInvocationsProcessor(options: InvocationsProcessorOptions): InvocationsProcessor {
  const { host, roster, offers, resultLimit } = options;
  const runner = createRunner(options);
  /** Calls that a person has allowed already, and whom they were allowed to. */
  const confirmed = new WeakMap<InvocationCanister, Invoker>();

  function result(of: InvocationCanister, rendered: RenderedResult, repeats?: string): ResultCanister {
    return {
      ...newCanister('result', host),
      role: 'result',
      ...rendered,
      invocationId: of.id,
      ...(repeats === undefined ? {} : { repeats }),
    };
  }

  function refuse(of: InvocationCanister, kind: FailureKind, message: string): Processed {
    return { result: result(of, renderFailure({ kind, message }, resultLimit)), abortsTurn: false };
  }

  function decide(about: Omit<PermissionCall, 'conversationId'>, signal: AbortSignal) {
    return options.permissions.decide({ ...about, conversationId: options.conversation.id }, signal);
  }

  async function isMeant(call: InvocationCanister, signal: AbortSignal): Promise<boolean> {
    const found = roster.find(fullName(call), offers);
    if (found.kind !== 'found' || (await complaintAbout(call, found.invoker)) !== undefined) return false;
    const decision = await decide({ invocation: call, invoker: found.invoker, proposed: true }, signal);
    if (decision.allowed) confirmed.set(call, found.invoker);
    return decision.allowed;
  }

  async function take(call: InvocationCanister, watch: Watch): Promise<Processed> {
    const found = roster.find(fullName(call), offers);
    if (found.kind !== 'found') {
      const reason = found.kind === 'unknown' ? roster.whyWithheld(fullName(call)) : undefined;
      if (reason !== undefined) return refuse(call, 'permission', `${reason} Do without it.`);
      const known = roster.invokers().filter(offers);
      return refuse(call, 'unknown-invoker', explainUnknown(fullName(call), found, known));
    }
    const complaint = await complaintAbout(call, found.invoker);
    if (complaint !== undefined) return refuse(call, 'validation', complaint);
    return takeValid(call, found.invoker, watch);
  }

  async function takeValid(call: InvocationCanister, invoker: Invoker, watch: Watch): Promise<Processed> {
    const known = confirmed.get(call);
    const decision =
      known === undefined ? await decide({ invocation: call, invoker }, watch.signal) : allowed;
    if (!decision.allowed) {
      return refuse(call, 'permission', `${decision.reason} Do not try again unless the user asks for it.`);
    }
    // A person may take minutes to answer; what was allowed must be what runs.
    const now = roster.find(fullName(call), offers);
    if (now.kind !== 'found' || !isSameDefinition(now.invoker, known ?? invoker)) {
      return refuse(call, 'permission', `${fullName(call)} was changed before it could run. Call it again.`);
    }
    return takeAllowed(call, now.invoker, watch);
  }

  async function takeAllowed(call: InvocationCanister, invoker: Invoker, watch: Watch): Promise<Processed> {
    const run = async () => result(call, await runner.run(call, invoker, watch));
    const once = runner.isWriting()
      ? ({ kind: 'ran', result: await run() } as const)
      : await options.deduplicator.once({ invocation: call, invoker }, run);
    if (once.kind === 'repeats') {
      const { content, screen } = once.result;
      const rendered = defined({ content, screen });
      return { result: result(call, rendered, once.result.id), abortsTurn: false };
    }
    const { failure } = once.result;
    const abortsTurn = failure !== undefined && failure.kind !== 'cancelled' && invoker.onFailure === 'abort';
    return { result: once.result, abortsTurn };
  }

  function prepare(name: string, written: unknown): InvocationCanister {
    const found = roster.find(name, offers);
    const invoker = found.kind === 'found' ? found.invoker : { ensemble: '', name, arguments: {} };
    const repaired = repairArguments(written, invoker.arguments);
    return {
      ...newCanister('call', host),
      role: 'invocation',
      content: [],
      ensemble: invoker.ensemble,
      name: invoker.name,
      arguments: repaired.kind === 'arguments' ? repaired.arguments : {},
      ...(repaired.kind === 'malformed' ? { malformedArguments: repaired.text } : {}),
    };
  }

  return {
    prepare,

    async confirm(shown, signal) {
      const asked = new Set<string>();
      const isConfirmed = async (call: InvocationCanister) => {
        const key = canonicalJson([fullName(call), call.arguments]);
        if (asked.has(key)) return false;
        asked.add(key);
        return isMeant(call, signal);
      };
      const meant: InvocationCanister[] = [];
      for (const { name, arguments: args } of shown) {
        if (signal.aborted) return [];
        const call = prepare(name, args);
        const answer = await orAborted(isConfirmed(call), signal).catch(() => false);
        if (answer === true) meant.push(call);
      }
      return meant;
    },

    async process(call, watch) {
      try {
        const processed = await orAborted(take(call, watch), watch.signal);
        if (processed !== aborted) return processed;
        return refuse(call, 'cancelled', 'The call was stopped before it had a result.');
      } catch (cause) {
        const what = cause instanceof Error ? (cause.stack ?? cause.message) : String(cause);
        host.log.error(`${fullName(call)}: ${what}`);
        return refuse(call, 'execution', 'The call failed inside Converser. The log says more.');
      }
    },
  };
}

const allowed: PermissionDecision = { allowed: true };

async function complaintAbout(call: InvocationCanister, invoker: Invoker): Promise<string | undefined> {
  if (call.malformedArguments !== undefined) return whyMalformed(call.malformedArguments, invoker);
  const checked = await checkArguments(call.arguments, invoker.arguments);
  return checked.valid
    ? undefined
    : `${checked.complaint}. Correct this and call ${fullName(invoker)} again.`;
}

function whyMalformed(written: string, invoker: Invoker): string {
  const repaired = repairArguments(written, invoker.arguments);
  const reason = repaired.kind === 'malformed' ? repaired.reason : 'they could not be read';
  return `the arguments of ${fullName(invoker)} were refused because ${reason}. Write all of them again, as one JSON object.`;
}
