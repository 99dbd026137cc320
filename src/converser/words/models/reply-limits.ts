import { type ErrorData, errorData, errors } from '../../ground/errors.ts';
import { numberText } from '../../ground/wording/numbers.ts';

/** A broken or hostile server sends without end. Today's longest replies have a megabyte, on the wire 100. */
export const replyLimits = {
  /** In characters that the model says. */
  text: 8_000_000,
  reasoning: 8_000_000,
  /** In characters of all calls together. A file that is written as a whole is one argument. */
  arguments: 8_000_000,
  /** Calls run at the same time, and you may be asked about each. */
  calls: 1_000,
  /** In characters. The largest events hold an image; JSON takes up to 20 times as much memory. */
  event: 16 * 2 ** 20,
  /** In bytes with everything around the content. */
  stream: 256 * 2 ** 20,
  /** In bytes. The longest list of models, OpenRouter's, has one megabyte. */
  answer: 32 * 2 ** 20,
  /** In bytes. The first line says what is wrong; the rest is a page for people. */
  error: 64 * 2 ** 10,
} as const;

export type ReplyPart = 'text' | 'reasoning' | 'arguments' | 'calls';

export interface ReplyBudget {
  /** Throws `reply-too-large`. Takes characters or calls. */
  take(part: ReplyPart, amount: number): void;
}

export function createReplyBudget(label: string): ReplyBudget {
  const taken: Record<ReplyPart, number> = { text: 0, reasoning: 0, arguments: 0, calls: 0 };
  return {
    take(part, amount) {
      taken[part] += amount;
      if (taken[part] > replyLimits[part]) throw errors.replyTooLarge(label, tooMuch[part]());
    },
  };
}

export function excessOfCalls(label: string, count: number): ErrorData | undefined {
  return count > replyLimits.calls ? errorData(errors.replyTooLarge(label, tooMuch.calls())) : undefined;
}

const characters = (limit: number) => `more than ${numberText(limit)} characters`;

/** Functions, because the first number that a process writes in words takes 20 ms. */
const tooMuch: Readonly<Record<ReplyPart, () => string>> = {
  text: () => `it wrote ${characters(replyLimits.text)}.`,
  reasoning: () => `its reasoning has ${characters(replyLimits.reasoning)}.`,
  arguments: () => `the arguments of its calls have ${characters(replyLimits.arguments)}.`,
  calls: () => `it made more than ${numberText(replyLimits.calls)} calls at once.`,
};
