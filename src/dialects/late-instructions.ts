import { perObject } from '../converser/ground/object-memory.ts';
import type { Canister, SupervisorCanister, UserCanister } from '../converser/words/canister/canister.ts';
import { text, textOf } from '../converser/words/canister/content.ts';

/**
 * Instructions that come late keep their place, so that requests begin as before and the provider’s cache holds. Few
 * wires take them there: then they stand among the user’s words, marked as Claude Code marks its own.
 */
const lateInstructions = perObject((canister: SupervisorCanister): UserCanister => {
  return { ...canister, role: 'user', content: [text(reminder(textOf(canister.content)))] };
});

export function reminder(told: string): string {
  return `<system-reminder>\n${told}\n</system-reminder>`;
}

export function asSaid(canister: Canister): Canister {
  return canister.role === 'supervisor' ? lateInstructions(canister) : canister;
}
