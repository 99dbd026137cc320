import { type Comparison, compareTurns, figuresOf } from '../../converser/turn/replay/compare-turns.ts';
import type { PlayedTurn, RecordedTurn } from '../../converser/turn/replay/recorded-turn.ts';
import type { ReplayedTurn } from '../../converser/turn/replay/replay-turn.ts';
import { passagesOf } from '../../store/exchange/passages.ts';
import { writeMarkdown } from '../../store/exchange/write-markdown.ts';

/** Both as Markdown, each with its figures above, so that an editor can lay them side by side. */
export function sidesOf(recorded: RecordedTurn, replayed: ReplayedTurn) {
  const { difference, conclusion } = compareTurns(recorded, replayed);
  const added = recorded.canisters.some(each => 'added' in each && each.added)
    ? ['Messages that you added while it worked are left out of the replay.']
    : [];
  const side = (turn: PlayedTurn, title: string, which: keyof NonNullable<Comparison['difference']>) =>
    [
      `# ${title}`,
      tableOf(turn),
      ...(difference === undefined ? [] : [`First difference: ${difference[which]}`]),
      ...(which === 'replayed' ? [conclusion, ...added] : []),
      bodyOf(turn, recorded.at),
    ].join('\n\n');
  return {
    recorded: side(recorded, 'Recorded', 'recorded'),
    replayed: side(replayed, 'Replayed', 'replayed'),
  };
}

function tableOf(turn: PlayedTurn): string {
  const rows = figuresOf(turn).map(([title, text]) => `| ${title} | ${text.replaceAll(/[|\s]+/g, ' ')} |`);
  return ['| | |', '| --- | --- |', ...rows].join('\n');
}

/** Times would be differences, and attachments stand in one of the two only. */
function bodyOf({ canisters }: PlayedTurn, timestamp: string): string {
  const shown = canisters.filter(({ role }) => role !== 'document').map(each => ({ ...each, timestamp }));
  const none = { thoughts: [], versions: new Map() };
  return writeMarkdown('Turn', passagesOf({ canisters: shown, ...none }));
}
