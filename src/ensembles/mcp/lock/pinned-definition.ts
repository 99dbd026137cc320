import { hash } from 'node:crypto';
import type { Tool } from '@modelcontextprotocol/client';
import { canonicalJson, type JsonObject, type JsonValue } from '../../../converser/ground/json/json.ts';
import { visible } from '../../../converser/ground/wording/visible-text.ts';

/** All that influences calls, approvals and reading counts. Icons and `_meta` may change with every start. */
export function pinnedDefinition(tool: Tool): JsonObject {
  const { name, title, description, inputSchema, outputSchema, annotations } = tool;
  const pinned = { name, title, description, inputSchema, outputSchema, annotations };
  // It came as JSON, and JSON has no `undefined`.
  return Object.fromEntries(Object.entries(pinned).filter(([, value]) => value !== undefined)) as JsonObject;
}

export function hashOf(definition: JsonObject): string {
  return hash('sha256', canonicalJson(definition));
}

/** Pinned definitions usually are in canonical order already, which is faster. */
export function hasHash(definition: JsonObject, expected: string): boolean {
  return hash('sha256', JSON.stringify(definition)) === expected || hashOf(definition) === expected;
}

/** Invariant: characters that a model reads and you don't see are escaped. A diff shows what differs. */
export function readableDefinition(definition: JsonObject): string {
  return visible(JSON.stringify(JSON.parse(canonicalJson(definition)) as JsonValue, undefined, 2));
}
