import {
  type Canister,
  type InvocationCanister,
  isInvocation,
  isResult,
  type ResultCanister,
} from '../../canister/canister.ts';
import { text } from '../../canister/content.ts';
import { validLike } from '../../canister/valid-history.ts';
import { fullName } from '../../ensemble/invoker.ts';
import { canonicalJson } from '../../json/json.ts';

/** The ids of results that newer ones replace, each with the id of the call that replaces it. */
export type Superseded = ReadonlyMap<string, string>;

/** What a conversation says about that. */
export function supersededIn(canisters: readonly Canister[]): Superseded {
  return new Map(canisters.flatMap(({ supersedes }) => Object.entries(supersedes?.results ?? {})));
}

/**
 * A history as the model reads it: lines in place of results that newer ones replace, and of those that repeat what
 * it reads before.
 *
 * Invariant: a line never points to a result that is not there as a whole; where that is gone, the one that repeats
 * it is whole again.
 */
export function shortened(history: readonly Canister[], superseded: Superseded): readonly Canister[] {
  if (superseded.size === 0 && !history.some(each => isResult(each) && each.inShort)) return history;
  const invocations = new Map(history.filter(isInvocation).map(each => [each.id, each]));
  const whole = new Map<string, InvocationCanister | undefined>();
  const short = history.map(canister => {
    if (!isResult(canister)) return canister;
    const newer = invocations.get(superseded.get(canister.id) ?? '');
    if (newer !== undefined) return withLine(canister, supersededLine(newer));
    const earlier = canister.inShort ? whole.get(canister.repeats ?? '') : undefined;
    if (earlier !== undefined) return withLine(canister, repeatLine(earlier));
    whole.set(canister.id, invocations.get(canister.invocationId));
    return canister;
  });
  return validLike(short, history);
}

/** Stands in place of what the model has before. */
export function repeatLine(earlier: InvocationCanister): string {
  return `[Unchanged: see the result of your earlier call ${callText(earlier)} above.]`;
}

/** Stands in place of what a newer result replaces. */
export function supersededLine(newer: InvocationCanister): string {
  return `[Left out: superseded by your later call ${callText(newer)} below. If you need more than that shows, call again.]`;
}

/** Those of a write may be long. */
const longestArguments = 200;

function callText(invocation: InvocationCanister): string {
  const args = canonicalJson(invocation.arguments);
  const shown = args.length > longestArguments ? `${args.slice(0, longestArguments - 1)}…` : args;
  return `${fullName(invocation)} ${shown.toWellFormed()}`;
}

/** Made once for each, so that what was sent before stays the very same. */
const made = new WeakMap<ResultCanister, { readonly line: string; readonly canister: ResultCanister }>();

function withLine(result: ResultCanister, line: string): ResultCanister {
  const before = made.get(result);
  if (before?.line === line) return before.canister;
  const canister = { ...result, content: [text(line)] };
  made.set(result, { line, canister });
  return canister;
}
