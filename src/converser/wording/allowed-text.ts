import type { ResultCanister } from '../canister/canister.ts';
import { visibleLine } from './visible-text.ts';

/** Why a call was allowed to run, for people. `undefined`: that isn't known. */
export function allowedText({ allowed }: Pick<ResultCanister, 'allowed'>): string | undefined {
  return allowed === undefined ? undefined : `Allowed because ${visibleLine(allowed)}.`;
}
