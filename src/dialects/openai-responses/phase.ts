import type { ResponseOutputMessage } from 'openai/resources/responses/responses';
import { isJsonObject } from '../../converser/ground/json/json.ts';
import type { Content, OpaqueContent } from '../../converser/words/canister/content.ts';
import { sentByClient } from '../sent-back.ts';

/** Models get worse if their phases are not sent back. Source: openai 7.55, `ResponseOutputMessage.phase`. */
export type Phase = NonNullable<ResponseOutputMessage['phase']>;

export interface PhaseMark {
  readonly phase: Phase;
  readonly afterCalls: number;
}

const dialect = 'openai-responses';

export const paragraphBreak = '\n\n';

export function isPhase(value: unknown): value is Phase {
  return value === 'commentary' || value === 'final_answer';
}

export function opaquePhase(provider: string, mark: PhaseMark): OpaqueContent {
  return { type: 'opaque', provider, data: { dialect, ...mark } };
}

export function phaseIn(part: Content): PhaseMark | undefined {
  if (part.type !== 'opaque' || !isJsonObject(part.data) || part.data.dialect !== dialect) return undefined;
  const { phase, afterCalls } = part.data;
  if (!isPhase(phase)) return undefined;
  return { phase, afterCalls: isCount(afterCalls) ? afterCalls : 0 };
}

function isCount(value: unknown): value is number {
  return Number.isSafeInteger(value) && Number(value) >= 0;
}

export function phaseFor(provider: string, part: Content): PhaseMark | undefined {
  if (part.type !== 'opaque') return undefined;
  return part.provider === provider || part.provider === sentByClient ? phaseIn(part) : undefined;
}
