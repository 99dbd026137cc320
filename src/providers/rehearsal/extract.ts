import { shortened } from '../../converser/ground/wording/cut-text.ts';
import type { Canister } from '../../converser/words/canister/canister.ts';
import { textOf } from '../../converser/words/canister/content.ts';
import { summaryInstructions } from '../../converser/words/texts/summary-request.ts';

/** It comes first, so that the answer is not taken for a summary. */
const notice = 'Rehearsal is rule-based and can’t summarize. Instead, this is how each part begins.';

export function extractFor(canisters: readonly Canister[]): string | undefined {
  const [above, document] = canisters;
  if (above?.role !== 'supervisor' || textOf(above.content) !== summaryInstructions) return undefined;
  const all = partsOf(textOf(document?.content ?? [])).flatMap(beginnings);
  const more = all.length > mostParts ? ['- …'] : [];
  return [notice, '', ...all.slice(0, mostParts), ...more].join('\n');
}

interface Part {
  readonly name: string;
  readonly lines: string[];
}

function partsOf(text: string): readonly Part[] {
  const parts: Part[] = [];
  for (const line of text.split('\n')) {
    const name = /^={5,} (.*) ={5,}$/.exec(line)?.[1];
    if (name !== undefined) parts.push({ name, lines: [] });
    else if (line.trim() !== '') parts.at(-1)?.lines.push(line.trim());
  }
  return parts;
}

function beginnings({ name, lines }: Part): readonly string[] {
  return lines[0] === notice
    ? lines.slice(1).filter(line => line !== '- …')
    : [`- ${name}: ${beginningOf(lines)}`];
}

function beginningOf([first = '', second = '']: readonly string[]): string {
  const words = first.length < shortLine ? `${first} ${second}`.trim() : first;
  return shortened(words, longestLine);
}

const mostParts = 12;
const shortLine = 30;
const longestLine = 160;
