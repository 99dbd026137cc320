import type { InvocationCanister } from '../canister/canister.ts';
import { fullName, type Invoker } from '../ensemble/invoker.ts';
import { defined } from '../json/defined.ts';
import type { Label } from '../labels/label.ts';

export type PermissionDecision =
  | {
      readonly allowed: true;
      /** Why, as what can follow "because". */
      readonly because: string;
      /** What the call became, if the user changed its arguments. Nothing else was allowed. */
      readonly edited?: InvocationCanister;
      /** That of the preview which the user was shown. */
      readonly previewBasis?: string;
      /** What `alwaysAsk` said about the call that the user then allowed. */
      readonly exception?: string;
      /** What the call may touch, where rules are about places. */
      readonly places?: readonly string[];
      /** See `Context.withheld`. */
      readonly withheld?: readonly string[];
      /** See `Context.carries`. */
      readonly carries?: Label;
    }
  | { readonly allowed: false; readonly reason: string };

type Allowed = Omit<PermissionDecision & { readonly allowed: true }, 'allowed' | 'because'>;

export function allowed(
  because: string,
  about: { readonly [Key in keyof Allowed]?: Allowed[Key] | undefined } = {},
): PermissionDecision {
  return defined({ allowed: true, because, ...about });
}

export function denied(invoker: Invoker, why = ''): PermissionDecision {
  return { allowed: false, reason: `${fullName(invoker)} was not allowed to run. ${why}`.trimEnd() };
}
