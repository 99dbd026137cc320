import type { ResponseOutputMessage } from 'openai/resources/responses/responses';
import { isJsonObject } from '../../converser/ground/json/json.ts';
import type { Content, OpaqueContent } from '../../converser/words/canister/content.ts';

/**
 * What a message of a reply is: `commentary` or `final_answer`. Models that tell it get worse if it is not sent back.
 * Source: openai 7.55, `ResponseOutputMessage.phase`.
 */
export type Phase = NonNullable<ResponseOutputMessage['phase']>;

/** Stands before the text of its message. */
export interface PhaseMark {
  readonly phase: Phase;
  /** How many calls of its reply came before the message. */
  readonly afterCalls: number;
}

const dialect = 'openai-responses';

/** Whose phases go to whichever server is asked: a client of the gateway sends them for it. */
export const sentByClient = '';

/** Between two messages of a reply. */
export const paragraphBreak = '\n\n';

export function isPhase(value: unknown): value is Phase {
  return value === 'commentary' || value === 'final_answer';
}

export function opaquePhase(provider: string, mark: PhaseMark): OpaqueContent {
  return { type: 'opaque', provider, data: { dialect, ...mark } };
}

/** The phase in a part, of a model or of a client. */
export function phaseIn(part: Content): PhaseMark | undefined {
  if (part.type !== 'opaque' || !isJsonObject(part.data) || part.data.dialect !== dialect) return undefined;
  const { phase, afterCalls } = part.data;
  if (!isPhase(phase)) return undefined;
  return { phase, afterCalls: isCount(afterCalls) ? afterCalls : 0 };
}

function isCount(value: unknown): value is number {
  return Number.isSafeInteger(value) && Number(value) >= 0;
}

/** The phase in a part that goes to this provider. */
export function phaseFor(provider: string, part: Content): PhaseMark | undefined {
  if (part.type !== 'opaque') return undefined;
  return part.provider === provider || part.provider === sentByClient ? phaseIn(part) : undefined;
}
