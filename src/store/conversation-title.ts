import type { Canister } from '../converser/words/canister/canister.ts';
import { textOf } from '../converser/words/canister/content.ts';

/** How its first message begins. */
export function titleOf(canisters: readonly Canister[]): string {
  const first = canisters.find(({ role }) => role === 'user');
  const written = textOf(first?.content ?? [])
    .trim()
    .slice(0, mostRead);
  return begun(written.replaceAll(codeBlocks, '')) || begun(written.replaceAll(fences, ''));
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
const mostRead = 20_000;
const limit = 80;
