import { letOthersRun } from '../../converser/async/let-others-run.ts';
import { estimateText } from '../../converser/spending/estimate-tokens.ts';
import {
  askForSummary,
  type Summarized,
  type SummaryAsking,
  type SummaryRequest,
} from './ask-for-summary.ts';
import { partText } from './passage.ts';
import { type WantedSummary, wordsOf } from './summary-arguments.ts';

export interface JoinOptions {
  readonly wanted: WantedSummary;
  /** Tokens of a request's text. */
  readonly room: number;
  readonly asking: SummaryAsking;
}

/** In groups that fit into a request, again and again until there is only one. */
export async function joinSummaries(
  said: readonly string[],
  { wanted, room, asking }: JoinOptions,
): Promise<Summarized> {
  let texts = said;
  while (texts.length > 1) {
    const groups = groupsOf(texts, room);
    const isLast = groups.length === 1;
    const words = isLast ? wordsOf(wanted) : wordsOfPart(room);
    const joined: string[] = [];
    for (const group of groups) {
      const answer = await joinGroup(group, { words, focus: wanted.focus, asking });
      if (answer.kind === 'refused') return answer;
      joined.push(answer.text);
    }
    texts = joined;
    await letOthersRun();
  }
  return { kind: 'summarized', text: texts[0] ?? '' };
}

export interface Joining extends Pick<SummaryRequest, 'words' | 'focus'> {
  readonly asking: SummaryAsking;
}

/** One summary of some. */
export async function joinGroup(
  group: readonly string[],
  { words, focus, asking }: Joining,
): Promise<Summarized> {
  const [only = '', another] = group;
  if (another === undefined) return { kind: 'summarized', text: only };
  const part = group.map((text, at) => ({ name: `Summary ${at + 1}`, text, firstLine: 1 }));
  const task =
    'The text above holds summaries of the parts of one text, in their order. Make one summary of them, and do not mention that there were parts.';
  return askForSummary({ text: partText(part), task, words, focus }, asking);
}

/** Two summaries at least, so that there are fewer each time. */
function groupsOf(texts: readonly string[], room: number): readonly (readonly string[])[] {
  const groups: string[][] = [];
  let used = 0;
  for (const text of texts) {
    const tokens = estimateText(text) + frameTokens;
    const group = groups.at(-1);
    if (group === undefined || (group.length > 1 && used + tokens > room)) {
      groups.push([text]);
      used = tokens;
    } else {
      group.push(text);
      used += tokens;
    }
  }
  return groups;
}

/** Short enough that several fit into a request, whatever the model's room. */
export function wordsOfPart(room: number): number {
  return Math.min(250, Math.max(40, Math.floor(room / 20)));
}

/** The line above a summary. */
const frameTokens = 20;
