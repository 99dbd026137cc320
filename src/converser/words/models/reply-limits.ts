import { type ErrorData, errorData, errors } from '../../ground/errors.ts';
import { numberText } from '../../ground/wording/numbers.ts';

/**
 * How large a reply of a model may be. A server that is broken or hostile sends without end, and whatever is kept of a
 * reply is in memory until the reply is over.
 *
 * The longest replies of today's models have 128,000 to 256,000 tokens: about a megabyte of text, and a hundred megabytes
 * on the wire, because each token comes in an event of its own.
 */
export const replyLimits = {
  /** Characters that the model says. */
  text: 8_000_000,
  /** Characters that it thinks, with what its provider wants back of that. */
  reasoning: 8_000_000,
  /** Characters of the arguments of all its calls together. A file that is written as a whole is one argument. */
  arguments: 8_000_000,
  /** Calls. They run at the same time, and the person may be asked about each one. */
  calls: 1_000,
  /** Characters of one event. The largest repeat the whole reply or hold an image. JSON takes up to 20 times as much memory. */
  event: 16 * 2 ** 20,
  /** Bytes of a streamed reply with everything around its content. */
  stream: 256 * 2 ** 20,
  /** Bytes of an answer that is not streamed. The longest list of models, OpenRouter's, has one megabyte. */
  answer: 32 * 2 ** 20,
  /** Bytes that are read of an error. Its first line says what is wrong; the rest is a page for people. */
  error: 64 * 2 ** 10,
} as const;

/** What a reply consists of. */
export type ReplyPart = 'text' | 'reasoning' | 'arguments' | 'calls';

/** What one reply may still hold. */
export interface ReplyBudget {
  /**
   * Takes an amount of one part from the budget: characters, or calls.
   *
   * @throws `reply-too-large`
   */
  take(part: ReplyPart, amount: number): void;
}

/** @param label what the model is called in messages */
export function createReplyBudget(label: string): ReplyBudget {
  const taken: Record<ReplyPart, number> = { text: 0, reasoning: 0, arguments: 0, calls: 0 };
  return {
    take(part, amount) {
      taken[part] += amount;
      if (taken[part] > replyLimits[part]) throw errors.replyTooLarge(label, tooMuch[part]());
    },
  };
}

/** Why a reply cannot be used if so many calls were found in it; `undefined` if it can. */
export function excessOfCalls(label: string, count: number): ErrorData | undefined {
  return count > replyLimits.calls ? errorData(errors.replyTooLarge(label, tooMuch.calls())) : undefined;
}

const characters = (limit: number) => `more than ${numberText(limit)} characters`;

/** Functions: the first number that a process writes in words takes 20 ms. */
const tooMuch: Readonly<Record<ReplyPart, () => string>> = {
  text: () => `it wrote ${characters(replyLimits.text)}.`,
  reasoning: () => `its reasoning has ${characters(replyLimits.reasoning)}.`,
  arguments: () => `the arguments of its calls have ${characters(replyLimits.arguments)}.`,
  calls: () => `it made more than ${numberText(replyLimits.calls)} calls at once.`,
};
