import { type Comparison, compareTurns, figuresOf } from '../../converser/turn/replay/compare-turns.ts';
import type { PlayedTurn, RecordedTurn } from '../../converser/turn/replay/recorded-turn.ts';
import type { ReplayedTurn } from '../../converser/turn/replay/replay-turn.ts';
import { isInvocation } from '../../converser/words/canister/canister.ts';
import { wireName } from '../../converser/words/ensemble/wire-name.ts';
import { passagesOf } from '../../store/exchange/passages.ts';
import { writeMarkdown } from '../../store/exchange/write-markdown.ts';

export type Sides = Required<Comparison>['difference'];

/** Both turns as Markdown, each with its figures above. */
export function sidesOf(recorded: RecordedTurn, replayed: ReplayedTurn): Sides {
  const { difference, conclusion } = compareTurns(recorded, replayed);
  const added = recorded.canisters.some(each => 'added' in each);
  const notes = added ? ['Messages that you added while it worked are left out of the replay.'] : [];
  const side = (which: keyof Sides, turn: PlayedTurn, more: readonly string[]) => {
    const figures = figuresOf(turn).map(([title, text]) => `${title}: ${text.replaceAll(/\s+/g, ' ')}`);
    const first = difference === undefined ? [] : [`First difference: ${difference[which]}`];
    return [...figures, '', ...first, ...more, '', bodyOf(turn)].join('\n');
  };
  return {
    recorded: side('recorded', recorded, []),
    replayed: side('replayed', replayed, [conclusion, ...notes]),
  };
}

/** Attachments stand in one of the two only, times differ, and a replay has the names by which models call tools. */
function bodyOf({ canisters }: PlayedTurn): string {
  const shown = canisters
    .filter(({ role }) => role !== 'document')
    .map(each => (isInvocation(each) ? { ...each, ensemble: '', name: wireName(each) } : each));
  const passages = passagesOf({ canisters: shown, thoughts: [], versions: new Map() });
  return writeMarkdown('Turn', passages).replaceAll(/^(## \w+) · .* UTC$/gm, '$1');
}
