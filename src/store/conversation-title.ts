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
  if (tool !== undefined)
    return { title: `${tool} ${givenText(given)}`.trim().slice(0, limit), invoked: true };
  const [line = ''] = written.split('\n');
  return { title: line.slice(0, limit) };
}

/** In characters. */
const limit = 80;

function givenText(given: string): string {
  const args = parseJson(given);
  return isJsonObject(args) ? argumentsText(args, { limit }) : given.replaceAll(/\s+/g, ' ');
}
