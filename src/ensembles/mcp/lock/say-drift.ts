import type { JsonObject, JsonValue } from '../../../converser/json/json.ts';
import type { Drift } from './find-drift.ts';
import { readableDefinition, visible } from './pinned-definition.ts';

/** Why a tool is withheld, for people and for models that call it all the same. */
export function sayDrift({ server, tool, kind, formerly }: Drift): string {
  const name = `${server}:${visible(tool)}`;
  switch (kind) {
    case 'changed':
      return `${name} was changed by its server since it was pinned. It is withheld until a person accepts it as it is now.`;
    case 'vanished':
      return `${name} was taken away by its server since it was pinned.`;
    case 'renamed':
      return `${name} is what its server has instead of ${server}:${visible(formerly ?? '')}, which was pinned. It is withheld until a person accepts it.`;
    case 'new':
      return `${name} was added by its server since its tools were pinned. It is withheld until a person accepts it.`;
  }
}

/** Both sides of a change, for a person to compare. A side is empty where there was, or is, no such tool. */
export function diffTexts({ pinned, present }: Drift): { readonly pinned: string; readonly present: string } {
  return { pinned: sayDefinition(pinned), present: sayDefinition(present) };
}

/**
 * A tool's definition as people read it best: its description in the lines that it was written in, then the rest.
 *
 * Invariant: whatever differs in two definitions differs in their texts, and nothing in them is invisible.
 */
function sayDefinition(definition: JsonObject | undefined): string {
  if (definition === undefined) return '';
  const { description, ...rest } = definition;
  // A backslash that was there already must not pass for one of an escape.
  const said = typeof description === 'string' ? `${visible(description.replaceAll('\\', '\\\\'))}\n\n` : '';
  return `${said}${readableDefinition(rest as Readonly<Record<string, JsonValue>>)}\n`;
}
