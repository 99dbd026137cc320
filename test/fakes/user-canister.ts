import { ordinaryMarks, type UserCanister } from '../../src/converser/words/canister/canister.ts';
import { text } from '../../src/converser/words/canister/content.ts';

export function userSays(said: string): UserCanister {
  const timestamp = '2026-01-01T00:00:00.000Z';
  return { id: 'u', role: 'user', timestamp, marks: ordinaryMarks, content: [text(said)] };
}
