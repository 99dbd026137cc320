import { defined } from '../../ground/json/defined.ts';
import type { InvocationCanister } from '../../words/canister/canister.ts';
import type { Call } from '../../words/ensemble/call.ts';
import {
  fullName,
  type Invoker,
  type Permit,
  type Review,
  type Subject,
} from '../../words/ensemble/invoker.ts';
import type { Caution } from '../caution/caution.ts';
import type { Verdict } from './permission-rule.ts';

/** A call that is being decided about, with what is known of it so far. */
export interface Decision {
  readonly call: Call;
  readonly review: Review;
  /** What the rules say. */
  readonly verdict: Verdict;
  /** Absent: the tool has none, or it can't be told, or nothing has asked for it yet. */
  readonly subject?: Subject;
  /** The places of the subject, if rules have been compared with them. */
  readonly places?: readonly string[];
  /** See `Ruling.withheld`. */
  readonly withheld?: readonly string[];
  /** What was read makes the call one to ask about, whatever rules and earlier answers say. */
  readonly careful?: Caution;
  /** What `Review.alwaysAsk` says, once it was asked. */
  readonly exception?: string;
}

/** What comes of a decision. */
export type PermissionResult =
  | ({
      readonly allowed: true;
      /** What the call became, if the user changed its arguments. Nothing else was allowed. */
      readonly edited?: InvocationCanister;
    } & Permit)
  | { readonly allowed: false; readonly reason: string };

type Allowed = Omit<PermissionResult & { readonly allowed: true }, 'allowed' | 'because'>;

export function allowed(
  because: string,
  about: { readonly [Key in keyof Allowed]?: Allowed[Key] | undefined } = {},
): PermissionResult {
  return defined({ allowed: true, because, ...about });
}

export function denied(invoker: Invoker, why = ''): PermissionResult {
  return { allowed: false, reason: `${fullName(invoker)} was not allowed to run. ${why}`.trimEnd() };
}
