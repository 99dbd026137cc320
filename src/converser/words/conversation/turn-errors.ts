import { fault, sentence } from '../../ground/errors.ts';
import { type Host, settingText } from '../../ground/host.ts';
import type { Scope } from '../spending/caps.ts';

export const turnErrors = {
  stoppedAfterRound: () => fault('cancelled', 'Stopped after this round. Its results are kept.'),
  roundLimit: (rounds: number, host: Pick<Host, 'settingText'>) =>
    fault(
      'round-limit',
      `No final answer after ${rounds} rounds. Continue, or raise ${settingText(host, 'roundLimit')}.`,
    ),
  repeating: (invoker: string) =>
    fault(
      'round-limit',
      `The model keeps making the same call of ${invoker}, which brings nothing new. Continue, or tell it what to do instead.`,
    ),
  spendingCap: ({ scope, would, cap, setting }: SpendingLimit) =>
    fault(
      'spending-cap',
      `The next request would bring ${sumTexts[scope]} to ${would}, over its limit of ${cap}. Nothing was sent. ${less[scope]} raise ${setting}.`,
    ),
  spendingUnknown: (model: string, { scope, cap, setting }: Omit<SpendingLimit, 'would'>) =>
    fault(
      'spending-cap',
      `The price of ${model} is unknown, so the limit of ${cap} for ${scopeTexts[scope]} can’t be enforced. Nothing was sent. Give the model a price with “Converser: Edit Models and Prices”, or remove ${setting}.`,
    ),
  callCap: ({ scope, would, cap, setting }: SpendingLimit) =>
    fault(
      'spending-cap',
      `The last calls would have brought ${sumTexts[scope]} to ${would}, over its limit of ${cap}, so not all of them were made. ${less[scope]} raise ${setting}.`,
    ),
  timeCap: ({ scope, would, cap, setting }: SpendingLimit) =>
    fault(
      'spending-cap',
      `Models and tools have worked ${would} for ${scopeTexts[scope]}, over the limit of ${cap}. Nothing more was sent or called. ${less[scope]} raise ${setting}.`,
    ),
  invocationAborted: (invoker: string, reason: string) =>
    fault(
      'invocation-aborted',
      `${invoker} failed, which ends the turn (on_failure = "abort" in its descriptor): ${sentence(reason)}`,
    ),
  runsElsewhere: () =>
    fault(
      'turn-open',
      'Another window is running a turn of this conversation. Wait until it has ended. If that window is closed, reload this one.',
    ),
  turnOpen: () =>
    fault('turn-open', 'This conversation is still answering. Wait for the answer, or stop it first.'),
  turnIncomplete: (invocationId: string) =>
    fault(
      'turn-incomplete',
      `The round can’t join the conversation: invocation ${invocationId} needs exactly one result.`,
    ),
};

interface SpendingLimit {
  readonly scope: Scope;
  readonly would: string;
  readonly cap: string;
  readonly setting: string;
}

const scopeTexts: Readonly<Record<Scope, string>> = {
  turn: 'this turn',
  conversation: 'this conversation',
  day: 'today',
  month: 'this month',
};

const sumTexts: Readonly<Record<Scope, string>> = {
  ...scopeTexts,
  day: 'today’s sum',
  month: 'this month’s sum',
};

const less: Readonly<Record<Scope, string>> = {
  turn: 'Ask for less, or',
  conversation: 'Begin a new conversation, or',
  day: 'Continue tomorrow, or',
  month: 'Continue next month, or',
};
