import type { JsonObject, JsonValue } from '../../../converser/ground/json/json.ts';
import { visible } from '../../../converser/ground/wording/visible-text.ts';
import { type Drift, isAboutInstructions } from './find-drift.ts';
import { readableDefinition } from './pinned-definition.ts';

export function driftText(drift: Drift): string {
  const { server, tool, kind, formerly } = drift;
  if (isAboutInstructions(drift)) return instructionsText(drift);
  const name = `${server}:${visible(tool)}`;
  switch (kind) {
    case 'changed':
      return `The server changed ${name}. Withheld until you accept the change.`;
    case 'vanished':
      return `The server removed ${name}.`;
    case 'renamed':
      return `The server replaced ${server}:${visible(formerly ?? '')} with ${name}. Withheld until you accept it.`;
    case 'new':
      return `The server added ${name}. Withheld until you accept it.`;
  }
}

function instructionsText({ server, kind }: Drift): string {
  switch (kind) {
    case 'vanished':
      return `The server ${server} removed its instructions.`;
    case 'new':
      return `The server ${server} added instructions for models. Withheld until you accept them.`;
    case 'changed':
    case 'renamed':
      return `The server ${server} changed its instructions for models. Withheld until you accept the change.`;
  }
}

export function diffTexts({ pinned, present }: Drift): { readonly pinned: string; readonly present: string } {
  return { pinned: definitionText(pinned), present: definitionText(present) };
}

/** Invariant: different definitions have different texts, and nothing in them is invisible. */
function definitionText(definition: JsonObject | undefined): string {
  if (definition === undefined) return '';
  if (typeof definition.instructions === 'string')
    return `${visible(definition.instructions.replaceAll('\\', '\\\\'))}\n`;
  const { description, ...rest } = definition;
  // A backslash of the description must not look like one of our escapes.
  const described =
    typeof description === 'string' ? `${visible(description.replaceAll('\\', '\\\\'))}\n\n` : '';
  return `${described}${readableDefinition(rest as Readonly<Record<string, JsonValue>>)}\n`;
}
