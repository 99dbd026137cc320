import { hash } from 'node:crypto';
import type { Tool } from '@modelcontextprotocol/client';
import { canonicalJson, type JsonObject, type JsonValue } from '../../../converser/json/json.ts';

/**
 * What is pinned of a tool: all by which a model decides to call it, by which a person decides to allow it, and by
 * which its answer is understood. Icons and what servers attach for programs (`_meta`) may change with every start.
 */
export function pinnedDefinition(tool: Tool): JsonObject {
  const { name, title, description, inputSchema, outputSchema, annotations } = tool;
  const parts = { name, title, description, inputSchema, outputSchema, annotations };
  // It came as JSON, and JSON has no `undefined`.
  return Object.fromEntries(Object.entries(parts).filter(([, part]) => part !== undefined)) as JsonObject;
}

/** The same for equal definitions, whatever the order of their keys. */
export function hashOf(definition: JsonObject): string {
  return hash('sha256', canonicalJson(definition));
}

/** Whether a definition has this hash. Those that were pinned are in their order already, which is found out sooner. */
export function hasHash(definition: JsonObject, expected: string): boolean {
  return hash('sha256', JSON.stringify(definition)) === expected || hashOf(definition) === expected;
}

/**
 * A definition as JSON with a line for each value, in an order of its own, so that a difference is where it was made.
 *
 * Invariant: nothing in it is invisible. What a model would read and a person would not see, such as a tag character
 * or a change of direction, stands there as an escape.
 */
export function readableDefinition(definition: JsonObject): string {
  return visible(JSON.stringify(JSON.parse(canonicalJson(definition)) as JsonValue, undefined, 2));
}

/** Everything but line ends that has no shape of its own, as escapes. */
export function visible(text: string): string {
  return text.replace(/[^\P{C}\n]|[\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}\u2800]/gu, escaped);
}

function escaped(character: string): string {
  const units = Array.from({ length: character.length }, (_, at) => character.charCodeAt(at));
  return units.map(unit => `\\u${unit.toString(16).padStart(4, '0')}`).join('');
}
