import { fault, sentence } from '../errors.ts';

/** The errors of turns. They are apart from the others because activation never needs them. */
export const turnErrors = {
  stoppedAfterRound: () => fault('cancelled', 'You let the round end, and its results are kept.'),
  roundLimit: (rounds: number) =>
    fault(
      'round-limit',
      `No final answer after ${rounds} rounds. Continue, or raise the setting converser.roundLimit.`,
    ),
  repeating: (invoker: string) =>
    fault(
      'round-limit',
      `The model keeps making the same call of ${invoker}, which brings nothing new. Continue, or tell it what to do instead.`,
    ),
  /** `would` and `cap` are amounts as people read them, `setting` is where the cap is set. */
  spendingCap: ({ scope, would, cap, setting }: SpendingLimit) =>
    fault(
      'spending-cap',
      `The next request would bring this ${scope} to ${would}, over its limit of ${cap}. Nothing was sent. Ask for less, or raise ${setting}.`,
    ),
  spendingUnknown: (model: string, { scope, cap, setting }: Omit<SpendingLimit, 'would'>) =>
    fault(
      'spending-cap',
      `The price of ${model} is unknown, so the limit of ${cap} for this ${scope} can't be enforced. Nothing was sent. Give the model a price with “Converser: Edit Models and Prices”, or remove ${setting}.`,
    ),
  invocationAborted: (invoker: string, reason: string) =>
    fault(
      'invocation-aborted',
      `${invoker} failed, which ends the turn (on_failure = "abort" in its descriptor): ${sentence(reason)}`,
    ),
  turnOpen: () =>
    fault('turn-open', 'This conversation is still answering. Wait for the answer, or stop it first.'),
  turnIncomplete: (invocationId: string) =>
    fault(
      'turn-incomplete',
      `The round can't join the conversation: invocation ${invocationId} needs exactly one result.`,
    ),
};

interface SpendingLimit {
  readonly scope: 'turn' | 'conversation';
  readonly would: string;
  readonly cap: string;
  readonly setting: string;
}
