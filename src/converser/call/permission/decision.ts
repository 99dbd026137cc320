import { defined } from '../../ground/json/defined.ts';
import type { Failure, InvocationCanister } from '../../words/canister/canister.ts';
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

export interface Decision {
  readonly call: Call;
  readonly review: Review;
  readonly verdict: Verdict;
  readonly subject?: Subject;
  readonly places?: readonly string[];
  readonly withheld?: readonly string[];
  readonly careful?: Caution;
  readonly exception?: string;
}

export type PermissionResult =
  | ({
      readonly allowed: true;
      readonly edited?: InvocationCanister;
    } & Permit)
  | {
      readonly allowed: false;
      readonly reason: string;
      /** You were not asked, because the call could only have failed so. */
      readonly failure?: Failure;
    };

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
