import { defined } from '../../ground/json/defined.ts';
import { shortened } from '../../ground/wording/cut-text.ts';
import { countText } from '../../ground/wording/numbers.ts';
import type { Canister, LeftOutPassage } from '../../words/canister/canister.ts';
import { textOf } from '../../words/canister/content.ts';
import type { ConverseEvent } from '../../words/conversation/converse-event.ts';
import { labelOf } from '../../words/conversation/label-of.ts';
import { joinAll, type Label } from '../../words/labels/label.ts';
import type { ModelsBeside } from '../../words/models/models-beside.ts';
import { estimateText } from '../../words/spending/estimate-tokens.ts';
import { conversationQuestion, wantedOfConversation } from '../../words/texts/summary-request.ts';
import type { HeldRequest } from '../reply/cache-watch.ts';
import { compacted, sizeOfPassage } from './compacted.ts';
import { conversationParts } from './conversation-parts.ts';
import { passageTexts } from './lines.ts';
import { staysAlways, unitsOf } from './parts-of-history.ts';
import type { SentHistory } from './sent-history.ts';
import { roomIn, type Summarized, type SummaryOptions, summarize } from './summarize.ts';

export interface SummarizingOptions {
  readonly beside: () => Pick<ModelsBeside, 'own'>;
  readonly held: () => HeldRequest | undefined;
  readonly signal: AbortSignal;
}

interface SummarizingRequest {
  readonly sent: Pick<SentHistory, 'history' | 'compactions'>;
  readonly mayList: boolean;
  readonly window: number | undefined;
}

export type Summarizing = (
  passages: readonly LeftOutPassage[],
  options: SummarizingRequest,
) => AsyncGenerator<readonly ConverseEvent[], readonly LeftOutPassage[] | 'stopped'>;

export function createSummarizing({ beside, held, signal }: SummarizingOptions): Summarizing {
  let hasFailed = false;

  return async function* summarizing(passages, { sent, mayList, window }) {
    if (passages.length === 0) return [];
    if (hasFailed && !mayList) return [];
    const model = beside().own;
    const done: LeftOutPassage[] = [];
    for (const passage of passages) {
      yield notice(`${model.label} summarizes ${partText(passage)} to make room…`);
      const summary = await summarizeOlder(passage, { sent, held: held(), model, window, signal });
      if (signal.aborted) return 'stopped';
      if (summary.kind === 'summarized')
        done.push(
          counted({
            ...passage,
            summary: summary.text,
            model: model.reference,
            ...(summary.label && { label: summary.label }),
          }),
        );
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

interface OlderOptions extends Pick<SummaryOptions, 'model' | 'signal'> {
  readonly sent: SummarizingRequest['sent'];
  readonly held: HeldRequest | undefined;
  readonly window: number | undefined;
}

/** All or nothing: what a summary wouldn't tell isn't left out. */
async function summarizeOlder(
  passage: LeftOutPassage,
  { sent, held, model, window = model.contextTokens, signal }: OlderOptions,
): Promise<Summarized & { readonly label?: Label }> {
  const words = Math.min(
    mostWords,
    Math.max(leastWords, Math.round((window ?? ordinaryWindow) / tokensOfWindow)),
  );
  const read = held?.request.canisters ?? [];
  // Whatever else the model has read may come into the summary, and keys are to come into none.
  const label = joinAll(read.map(labelOf));
  const hasIt = read.some(({ id }) => id === passage.to) && label.confidentiality !== 'secret';
  if (
    held !== undefined &&
    hasIt &&
    held.input + words * tokensOfWord <= (window ?? Number.POSITIVE_INFINITY)
  ) {
    const asked = conversationQuestion(placeOf(passage, sent.history()));
    const said = await summarize([[]], { model, task: asked, words, signal, after: held.request });
    if (said.kind === 'summarized' || signal.aborted) return defined({ ...said, label });
  }
  const canisters = canistersOf(passage, sent);
  const { parts } = conversationParts(canisters, { room: roomIn(window), most: mostParts, longest });
  const summary = await summarize(parts, { model, task, words, signal });
  const isWhole = summary.kind === 'failed' || summary.missing.length === 0;
  return isWhole ? summary : { kind: 'failed', reason: summary.reason };
}

const task = `This is the older part of a conversation between a user and a model that calls tools. ${wantedOfConversation}`;

/** The question and its answer, for each word that is asked for. */
const tokensOfWord = 6;

function placeOf({ to, turns, rounds }: LeftOutPassage, history: readonly Canister[]): string {
  if (turns === 0) return `in the first ${countText(rounds, 'round')} of calls for my last message`;
  const place = history.findIndex(({ id }) => id === to);
  const next = history.find(({ role }, at) => at > place && role === 'user');
  return `before my message ${JSON.stringify(shortened(textOf(next?.content ?? []).trim(), longestQuote))}`;
}

/** In characters. */
const longestQuote = 200;

const mostParts = 6;

/** In characters of one message or result. */
const longest = 4_000;

const leastWords = 80;
const mostWords = 700;
const tokensOfWindow = 50;

const ordinaryWindow = 16_000;

function canistersOf(
  { from, to, turns, holds }: LeftOutPassage,
  { history, compactions }: SummarizingRequest['sent'],
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
