import type { Canister, LeftOutPassage } from '../canister/canister.ts';
import type { ConverseEvent } from '../conversation/converse-event.ts';
import type { ModelBeside, ModelsBeside } from '../models/models-beside.ts';
import { estimateText } from '../spending/estimate-tokens.ts';
import { countText } from '../wording/numbers.ts';
import { compacted, sizeOfPassage } from './compacted.ts';
import { passageTexts } from './lines.ts';
import { staysAlways, unitsOf } from './parts-of-history.ts';
import type { SentHistory } from './sent-history.ts';
import { summarizePassage } from './summarize-passage.ts';

export interface SummarizingOptions {
  readonly beside: () => ModelsBeside;
  /** Who summarizes, by `provider/id`. Absent: the model of the conversation. */
  readonly reference: string | undefined;
  readonly signal: AbortSignal;
}

interface Summarized {
  readonly sent: Pick<SentHistory, 'history' | 'compactions'>;
  /** Where no model can summarize them, turns go all the same, with a list of what they were. */
  readonly mayList: boolean;
  /** Tokens of the window, where its model is known to have fewer than its list says. */
  readonly window: number | undefined;
}

/** Passages with their summaries, without those that stay because there is none. */
export type Summarizing = (
  passages: readonly LeftOutPassage[],
  options: Summarized,
) => AsyncGenerator<readonly ConverseEvent[], readonly LeftOutPassage[] | 'stopped'>;

export function createSummarizing({ beside: asked, reference, signal }: SummarizingOptions): Summarizing {
  let hasFailed = false;

  async function* summarizer(): AsyncGenerator<readonly ConverseEvent[], ModelBeside> {
    const beside = asked();
    if (reference === undefined || beside.find === undefined) return beside.own;
    const found = await beside.find(reference, signal);
    if (found.kind === 'found') return found.model;
    if (!signal.aborted)
      yield notice(`${reference}, which is to summarize, wasn’t found. ${beside.own.label} does it instead.`);
    return beside.own;
  }

  return async function* summarizing(passages, { sent, mayList, window }) {
    if (passages.length === 0) return [];
    // What failed would fail again, and each time be waited for.
    if (hasFailed && !mayList) return [];
    const model = yield* summarizer();
    const done: LeftOutPassage[] = [];
    for (const passage of passages) {
      const canisters = canistersOf(passage, sent);
      yield notice(`${model.label} summarizes ${partText(passage)} to make room…`);
      const room = model.reference === asked().own.reference ? window : undefined;
      const summary = await summarizePassage(canisters, { model, window: room, signal });
      if (signal.aborted) return 'stopped';
      if (summary.kind === 'summarized')
        done.push(counted({ ...passage, summary: summary.text, model: model.reference }));
      else {
        hasFailed = true;
        yield notice(
          `${model.label} couldn’t summarize ${partText(passage)}: ${summary.reason} ${mayList ? 'The model reads a list of the calls instead.' : 'Nothing of that is left out.'}`,
        );
        if (mayList) done.push(counted(passage));
      }
    }
    return done;
  };
}

/** What goes of a passage, with earlier summaries in their places, and results as they are. */
function canistersOf(
  { from, to, turns, holds }: LeftOutPassage,
  { history, compactions }: Summarized['sent'],
): readonly Canister[] {
  const start = history().findIndex(({ id }) => id === from);
  const canisters = history().slice(start, history().findIndex(({ id }) => id === to) + 1);
  if (sizeOfPassage(canisters).canisters !== holds.canisters) return [];
  const going = unitsOf(canisters, { start: 0, end: canisters.length })
    .map(unit => canisters.slice(unit.start, unit.end))
    .filter(unit => !staysAlways(unit, turns === 0));
  return compacted(
    going.flat(),
    compactions().map(each => ({ ...each, results: [] })),
  );
}

/** Now that it is known what stands in its place. */
function counted(passage: LeftOutPassage): LeftOutPassage {
  const { asked, rest = '' } = passageTexts(passage);
  return {
    ...passage,
    tokens: Math.max(0, Math.round(passage.tokens - estimateText(asked) - estimateText(rest))),
  };
}

function partText({ turns, rounds }: LeftOutPassage): string {
  return turns > 0 ? countText(turns, 'older turn') : countText(rounds, 'older round');
}

function notice(message: string): readonly ConverseEvent[] {
  return [{ type: 'notice', message }];
}
