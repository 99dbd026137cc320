import { visibleLine } from '../../ground/wording/visible-text.ts';
import type { ResultCanister } from '../canister/canister.ts';

/** Why a call was allowed to run, for people. `undefined`: that isn't known. */
export function allowedText({ allowed }: Pick<ResultCanister, 'allowed'>): string | undefined {
  return allowed === undefined ? undefined : `Allowed because ${visibleLine(allowed)}.`;
}
