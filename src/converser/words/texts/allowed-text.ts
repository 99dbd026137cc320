import { visibleLine } from '../../ground/wording/visible-text.ts';
import type { ResultCanister } from '../canister/canister.ts';

export function allowedText({ allowed }: Pick<ResultCanister, 'allowed'>): string | undefined {
  return allowed === undefined ? undefined : `Allowed because ${visibleLine(allowed)}.`;
}
