import { defined } from '../../converser/ground/json/defined.ts';
import type { ContractForm } from '../../dialects/contract/forms/contract-form.ts';
import type { ModelFacts, ToolUse } from '../facts/provider-definition.ts';
import type { ContractTrial } from './forge/contract-trial.ts';

/** What is tried out, in this order. */
export const probeNames = [
  'native',
  'parallel',
  'contract',
  'constrained',
  'images',
  'streaming',
  'context',
] as const;

export type ProbeName = (typeof probeNames)[number];

export const outcomes = ['passed', 'failed', 'skipped'] as const;

/** What came of one probe. Plain JSON. */
export interface ProbeResult {
  readonly probe: ProbeName;
  readonly outcome: (typeof outcomes)[number];
  /** One sentence for people. */
  readonly finding: string;
  readonly requests: number;
  /** Milliseconds in all. */
  readonly took: number;
  /** Milliseconds until the first reply began. Absent when none did. */
  readonly firstByte?: number;
  /** Tokens, as the provider reported them, if it did. */
  readonly tokens?: number;
}

/** The results of a model's check. Plain JSON. */
export interface CapabilityCard {
  readonly version: 1;
  /** `provider/id`. */
  readonly model: string;
  readonly label: string;
  /** ISO 8601, UTC. */
  readonly checked: string;
  readonly probes: readonly ProbeResult[];
  readonly conclusions: Conclusions;
  /** How the best of the contracts did that were tried. Absent: none were. */
  readonly bestContract?: ContractTrial;
}

/** An absent fact was not found out. */
export interface Conclusions {
  /** The best way to give it tools. */
  readonly tools: ToolUse;
  /** Whether its server holds replies to a schema, also in the contract. */
  readonly replySchema: boolean;
  readonly images: boolean;
  readonly streaming: boolean;
  readonly parallel?: boolean;
  /** Tokens that really fit, if fewer than the provider reports. */
  readonly contextTokens?: number;
  /** The contract that does best, where several were tried and it is good enough. */
  readonly contract?: ContractForm;
}

/** The card as facts about its model. */
export function factsOfCard({ conclusions }: CapabilityCard): ModelFacts {
  const { tools, replySchema, images, parallel, contextTokens, contract } = conclusions;
  return defined({ tools, replySchema, images, parallel, contextTokens, contract });
}
