import { hash } from 'node:crypto';
import type { Tool } from '@modelcontextprotocol/client';
import { canonicalJson, type JsonObject, type JsonValue } from '../../../converser/ground/json/json.ts';
import { visible } from '../../../converser/ground/wording/visible-text.ts';

/**
 * What is pinned of a tool: everything that influences whether a model calls it, whether the user allows it, and how
 * its answer is read. Icons and metadata for programs (`_meta`) may change with every start.
 */
export function pinnedDefinition(tool: Tool): JsonObject {
  const { name, title, description, inputSchema, outputSchema, annotations } = tool;
  const pinned = { name, title, description, inputSchema, outputSchema, annotations };
  // It came as JSON, and JSON has no `undefined`.
  return Object.fromEntries(Object.entries(pinned).filter(([, value]) => value !== undefined)) as JsonObject;
}

/** The same for equal definitions, whatever the order of their keys. */
export function hashOf(definition: JsonObject): string {
  return hash('sha256', canonicalJson(definition));
}

/** Whether a definition has this hash. Pinned definitions usually are in canonical order already, which is faster. */
export function hasHash(definition: JsonObject, expected: string): boolean {
  return hash('sha256', JSON.stringify(definition)) === expected || hashOf(definition) === expected;
}

/**
 * A definition as JSON with one line per value in canonical order, so that a diff shows exactly what differs.
 *
 * Invariant: nothing in it is invisible. Characters that a model reads and a user does not see, such as tag characters
 * or changes of direction, are escaped.
 */
export function readableDefinition(definition: JsonObject): string {
  return visible(JSON.stringify(JSON.parse(canonicalJson(definition)) as JsonValue, undefined, 2));
}
