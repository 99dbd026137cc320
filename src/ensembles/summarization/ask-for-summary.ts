import { createHash } from 'node:crypto';
import type { ModelAnswer, ModelBeside } from '../../converser/models/models-beside.ts';
import { summaryInstructions } from '../../converser/wording/summary-request.ts';

export interface SummaryRequest {
  /** What is summarized. Written by others. */
  readonly text: string;
  /** What is to be done with it, worded here. */
  readonly task: string;
  readonly words: number;
  readonly focus?: string | undefined;
}

export interface SummaryAsking {
  readonly model: ModelBeside;
  /** What was answered before, by what was asked. */
  readonly known: Map<string, string>;
  readonly signal: AbortSignal;
}

export type Summarized =
  | { readonly kind: 'summarized'; readonly text: string }
  | Extract<ModelAnswer, { readonly kind: 'refused' }>;

/** Asks once more after a failure, and not at all for what was asked before. */
export async function askForSummary(
  { text, task, words, focus }: SummaryRequest,
  { model, known, signal }: SummaryAsking,
): Promise<Summarized> {
  const about = focus === undefined ? '' : `\n\nWhat matters is: ${focus}`;
  const question = {
    instructions: summaryInstructions,
    text,
    question: `${task} Write at most ${words} words.${about}`,
    maxCharacters: words * charactersPerWord,
    timeLimit,
  };
  const key = keyOf([model.reference, question.question, text]);
  const before = known.get(key);
  if (before !== undefined) return { kind: 'summarized', text: before };
  const first = summarized(await model.ask(question, signal));
  const asked =
    first.kind === 'refused' && first.why === 'failed'
      ? summarized(await model.ask(question, signal))
      : first;
  if (asked.kind === 'summarized') remember(known, key, asked.text);
  return asked;
}

function summarized(answer: ModelAnswer): Summarized {
  if (answer.kind === 'refused') return answer;
  if (answer.isCut) return { kind: 'refused', reason: 'the text is too long for it.', why: 'too-long' };
  const text = answer.text.trim();
  if (text === '') return { kind: 'refused', reason: 'it said nothing.', why: 'failed' };
  return { kind: 'summarized', text };
}

function keyOf(asked: readonly string[]): string {
  return createHash('sha256').update(JSON.stringify(asked)).digest('base64');
}

function remember(known: Map<string, string>, key: string, text: string): void {
  known.set(key, text);
  const [oldest] = known.keys();
  if (known.size > mostKnown && oldest !== undefined) known.delete(oldest);
}

/** Of one conversation. */
const mostKnown = 300;

/** Models count words badly, and some words are long; but a summary is never longer than this. */
const charactersPerWord = 25;

/** Milliseconds. A small machine reads some hundred tokens in a second. */
const timeLimit = 300_000;
