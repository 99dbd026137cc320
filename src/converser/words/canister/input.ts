import type { Canister, DocumentCanister, UserCanister } from './canister.ts';

export function isInput(canister: Canister | undefined): canister is UserCanister | DocumentCanister {
  return canister?.role === 'user' || canister?.role === 'document';
}

export function isPrompt(canister: Canister | undefined): canister is UserCanister | DocumentCanister {
  return isInput(canister) && canister.added === undefined;
}

export function beginsTurn(canister: Canister, before: Canister | undefined): boolean {
  return isPrompt(canister) && !isPrompt(before);
}
