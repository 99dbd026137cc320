import { type ErrorData, errorData, errors } from '../ground/errors.ts';
import type { Host } from '../ground/host.ts';
import type { AssistantCanister, Canister, Interruption } from '../words/canister/canister.ts';
import { type TextContent, text } from '../words/canister/content.ts';
import { interruptionText } from '../words/canister/interruption.ts';
import { newCanister } from '../words/canister/new-canister.ts';
import type { Outcome } from '../words/conversation/converse-event.ts';
import { turnErrors } from '../words/conversation/turn-errors.ts';
import type { FinishReason, Model } from '../words/models/provider.ts';

export type Ending =
  | {
      readonly outcome: 'final';
      readonly error?: undefined;
      readonly rollsBack?: undefined;
      readonly said?: undefined;
      readonly afterRound?: undefined;
    }
  | {
      readonly outcome: Exclude<Outcome, 'final'>;
      readonly error: ErrorData;
      readonly said?: readonly TextContent[];
      readonly rollsBack?: true;
      readonly afterRound?: true;
    };

export const final: Ending = { outcome: 'final' };

export function ended(outcome: Exclude<Outcome, 'final'>, error: ErrorData): Ending {
  return { outcome, error };
}

export function stopped(said: readonly TextContent[] = []): Ending {
  return withHalf(ended('stopped', cancelled), said);
}

const cancelled = errorData(errors.cancelled());

export function stoppedAfterRound(): Ending {
  return { outcome: 'stopped', error: errorData(turnErrors.stoppedAfterRound()), afterRound: true };
}

export function aborted(error: ErrorData, hasWritten: boolean): Ending {
  return { outcome: 'failed', error, ...(hasWritten ? {} : { rollsBack: true }) };
}

export function brokenOff(error: ErrorData, said: readonly TextContent[]): Ending {
  return withHalf(ended(error.code === 'cancelled' ? 'stopped' : 'failed', error), said);
}

function withHalf(ending: Ending, said: readonly TextContent[]): Ending {
  return ending.outcome === 'final' || said.length === 0 ? ending : { ...ending, said };
}

export function nothingSaid(model: string, reason: FinishReason): Ending {
  return ended('failed', errorData(errors.modelEmpty(model, explain(reason))));
}

function explain(reason: FinishReason): string {
  switch (reason) {
    case 'length':
      return 'reached its length limit before it said anything';
    case 'refusal':
      return 'refused to answer';
    case 'stop':
    case 'invocations':
      return 'gave an empty answer';
  }
}

type NewIds = Pick<Host, 'ids' | 'clock'>;

interface Interrupted {
  readonly before: readonly Canister[];
  readonly said?: readonly TextContent[];
  readonly afterRound?: true;
}

export function interruption(
  interrupted: Interruption,
  { before, said = [], afterRound }: Interrupted,
  host: NewIds,
): AssistantCanister {
  return {
    ...newCanister('assistant', host),
    role: 'assistant',
    content: [
      ...said,
      text(interruptionText(interrupted.kind, { before, hasBegun: said.length > 0, afterRound })),
    ],
    interrupted,
  };
}

/**
 * For people only, because some providers refuse whatever follows it:
 * https://platform.claude.com/docs/en/test-and-evaluate/strengthen-guardrails/handle-streaming-refusals
 */
export function refusedReply(
  said: AssistantCanister,
  {
    before,
    model,
    host,
  }: { readonly before: readonly Canister[]; readonly model: Model; readonly host: NewIds },
): readonly AssistantCanister[] {
  const message = `${model.label} refused to continue.`;
  return [
    interruption({ kind: 'refused', message }, { before }, host),
    { ...said, marks: { ...said.marks, active: false } },
  ];
}
