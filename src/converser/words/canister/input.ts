import type { Canister, DocumentCanister, UserCanister } from './canister.ts';

/** What you sent: a message, or what you attached to it. */
export function isInput(canister: Canister | undefined): canister is UserCanister | DocumentCanister {
  return canister?.role === 'user' || canister?.role === 'document';
}

/** What a turn begins with: not what was added while it ran. */
export function isPrompt(canister: Canister | undefined): canister is UserCanister | DocumentCanister {
  return isInput(canister) && canister.added === undefined;
}

/** Whether a turn begins with this canister, which comes after the other one. */
export function beginsTurn(canister: Canister, before: Canister | undefined): boolean {
  return isPrompt(canister) && !isPrompt(before);
}
