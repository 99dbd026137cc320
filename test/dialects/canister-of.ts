import type { JsonObject } from '../../src/converser/ground/json/json.ts';
import {
  type Canister,
  type InvocationCanister,
  ordinaryMarks,
  type ResultCanister,
} from '../../src/converser/words/canister/canister.ts';
import { type Content, text } from '../../src/converser/words/canister/content.ts';

export type Part = string | Content;

export function common(id: string, ...parts: readonly Part[]) {
  const content = parts.map(part => (typeof part === 'string' ? text(part) : part));
  return { id, timestamp: '2026-01-01T00:00:00.000Z', marks: ordinaryMarks, content };
}

export type Role = 'supervisor' | 'user' | 'assistant' | 'document';

export function canisterOf(role: Role, id: string, ...parts: readonly Part[]): Canister {
  return { ...common(id, ...parts), role };
}

/** A call of `files:read_file`. */
export function callOf(id: string, args: JsonObject = {}): InvocationCanister {
  return { ...common(id), role: 'invocation', ensemble: 'files', name: 'read_file', arguments: args };
}

export function resultOf(invocationId: string, ...parts: readonly Part[]): ResultCanister {
  return { ...common(`r-${invocationId}`, ...parts), role: 'result', invocationId };
}
