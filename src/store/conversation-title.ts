import { isJsonObject, parseJson } from '../converser/ground/json/json.ts';
import type { Canister } from '../converser/words/canister/canister.ts';
import { textOf } from '../converser/words/canister/content.ts';
import { argumentsText } from '../converser/words/texts/arguments-text.ts';

export interface ConversationTitle {
  readonly title: string;
  /** It began with `/invoke`: its own title is the tool and its arguments. */
  readonly invoked?: true;
}

export function titleOf(canisters: readonly Canister[]): ConversationTitle {
  const first = canisters.find(({ role }) => role === 'user');
  const written = textOf(first?.content ?? []).trim();
  const [, tool, given = ''] = /^\/invoke\s+(\S+)\s*([\s\S]*)$/.exec(written) ?? [];
  if (tool !== undefined) return { title: begun(`${tool} ${givenText(given)}`), invoked: true };
  return { title: begun(written.replaceAll(codeBlocks, '')) || begun(written.replaceAll(fences, '')) };
}

/** The first line with something in it, without half a character at its end. */
function begun(text: string): string {
  const [line = ''] = text.trim().split(/\r\n?|\n/);
  return line.slice(0, limit).replace(/[\ud800-\udbff]$/, '');
}

/** Of a message that begins with code, what you ask about it says more. */
const codeBlocks = /^(```+|~~~+)[\s\S]*?(^\1.*$|$(?![\s\S]))/gm;
const fences = /^(```|~~~).*$/gm;

/** In characters. */
const limit = 80;

function givenText(given: string): string {
  const args = parseJson(given);
  return isJsonObject(args) ? argumentsText(args, { limit }) : given.replaceAll(/\s+/g, ' ');
}
