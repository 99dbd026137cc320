import { defined } from '../../converser/ground/json/defined.ts';
import type { ContractForm } from '../../dialects/contract/forms/contract-form.ts';
import type { ModelFacts, ToolUse } from '../facts/provider-definition.ts';
import type { ContractTrial } from './forge/contract-trial.ts';

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

export interface ProbeResult {
  readonly probe: ProbeName;
  readonly outcome: 'passed' | 'failed' | 'skipped';
  readonly finding: string;
  readonly requests: number;
  /** In milliseconds. */
  readonly took: number;
  readonly firstByte?: number;
  readonly tokens?: number;
}

export interface CapabilityCard {
  readonly version: 1;
  readonly model: string;
  readonly label: string;
  /** ISO 8601, UTC. */
  readonly checked: string;
  readonly probes: readonly ProbeResult[];
  readonly conclusions: Conclusions;
  readonly bestContract?: ContractTrial;
}

export interface Conclusions {
  readonly tools: ToolUse;
  readonly replySchema: boolean;
  readonly images: boolean;
  readonly streaming: boolean;
  readonly parallel?: boolean;
  readonly contextTokens?: number;
  readonly contract?: ContractForm;
}

/** What of a card counts later on. */
export type KeptCard = Pick<CapabilityCard, 'version' | 'checked' | 'conclusions'>;

export function factsOfCard({ conclusions }: KeptCard): ModelFacts {
  const { tools, replySchema, images, parallel, contextTokens, contract } = conclusions;
  return defined({ tools, replySchema, images, parallel, contextTokens, contract });
}
