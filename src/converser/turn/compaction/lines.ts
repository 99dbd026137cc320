import { countText } from '../../ground/wording/numbers.ts';
import type { LeftOutPassage } from '../../words/canister/canister.ts';

interface LeftOut {
  readonly characters: number;
  readonly again: string;
}

export function leftOutLine(
  call: string,
  { characters, again, by }: LeftOut & { readonly by?: 'user' },
): string {
  const why = by === undefined ? 'Left out to save room' : 'The user left this out';
  return `[${why}: the result of ${call}, ${countText(characters, 'character')}. To read it again, call ${again}.]`;
}

export function cutLine({ characters, kept, again }: LeftOut & { readonly kept: number }): string {
  return `[Cut here to fit: the first ${kept} of ${countText(characters, 'character')}. To read on, call ${again}.]`;
}

export function passageTexts({ turns, rounds, asked, summary, calls }: LeftOutPassage): {
  readonly asked: string;
  readonly rest?: string;
} {
  const what = turns === 0 ? `${countText(rounds, 'round')} of this turn` : countText(turns, 'earlier turn');
  const verb = (turns === 0 ? rounds : turns) === 1 ? 'is' : 'are';
  const head = `[To save room, ${what} ${verb} left out here.`;
  const wrote = asked.length === 0 ? `${head}]` : `${head} What the user wrote in them:]\n${listed(asked)}`;
  if (summary !== undefined) return { asked: wrote, rest: `[Summary of what is left out:]\n${summary}` };
  if (calls.length === 0) return { asked: wrote };
  return { asked: wrote, rest: `[Calls that were made in what is left out:]\n${listed(calls)}` };
}

function listed(lines: readonly string[]): string {
  return lines.map(line => `- ${line}`).join('\n');
}
