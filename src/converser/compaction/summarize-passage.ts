import type { Canister } from '../canister/canister.ts';
import type { ModelBeside } from '../models/models-beside.ts';
import { summaryInstructions } from '../wording/summary-request.ts';
import { passageParts } from './passage-text.ts';

export interface SummaryOptions {
  readonly model: ModelBeside;
  /** Tokens that fit into one request and its reply. */
  readonly window: number | undefined;
  readonly signal: AbortSignal;
}

export type Summarized =
  | { readonly kind: 'summarized'; readonly text: string }
  /** The reason quotes nothing of what was to be summarized. */
  | { readonly kind: 'failed'; readonly reason: string };

/** Tokens of a window that is not known. */
const ordinaryWindow = 32_000;

/** Requests for one summary. */
const mostParts = 6;

/** Words of a summary, at least and at most, and tokens of a window for each. */
const words = { least: 80, most: 700, tokensOfWindow: 50 };

/** Models count words badly, and some words are long; but a summary is never longer than this. */
const charactersPerWord = 25;

/** Milliseconds. A small machine reads some hundred tokens in a second. */
const timeLimit = 300_000;

/** Part after part, each with the summary of those before it. Never rejects, and ends soon after the signal aborts. */
export async function summarizePassage(
  canisters: readonly Canister[],
  { model, window = model.contextTokens ?? ordinaryWindow, signal }: SummaryOptions,
): Promise<Summarized> {
  const room = Math.min(Math.floor(window * 0.5), 40_000);
  const limit = Math.min(words.most, Math.max(words.least, Math.round(window / words.tokensOfWindow)));
  let summary = '';
  for (const part of passageParts(canisters, { room, mostParts })) {
    const before = summary === '' ? '' : `Summary of what was before:\n${summary}\n\nWhat came then:\n`;
    const question = {
      instructions: summaryInstructions,
      text: `${before}${part}`,
      question: `${task} Write at most ${limit} words.`,
      maxCharacters: limit * charactersPerWord,
      timeLimit,
    };
    const answer = await model.ask(question, signal);
    if (answer.kind === 'refused') return { kind: 'failed', reason: answer.reason };
    summary = answer.text.trim();
    if (summary === '') return { kind: 'failed', reason: 'it said nothing.' };
  }
  return summary === ''
    ? { kind: 'failed', reason: 'there is nothing to summarize.' }
    : { kind: 'summarized', text: summary };
}

const task =
  'This is the older part of a conversation between a user and a model that calls tools. It is to be replaced by your summary, so that the model can go on without it. Say what the user wants and has decided, what was found out, what was changed (with paths, names and numbers), and what is still open.';
