import { defined } from '../../converser/json/defined.ts';
import { isJsonObject, type JsonObject, type JsonValue } from '../../converser/json/json.ts';
import type { ModelFacts } from '../facts/provider-definition.ts';
import { type ToolUse, toolUses } from '../facts/tool-use.ts';

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

const outcomes = ['passed', 'failed', 'skipped'] as const;

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

/** What trying a model out has shown. Plain JSON. */
export interface CapabilityCard {
  readonly version: 1;
  /** `provider/id`. */
  readonly model: string;
  readonly label: string;
  /** ISO 8601, UTC. */
  readonly checked: string;
  readonly probes: readonly ProbeResult[];
  readonly conclusions: Conclusions;
}

/** What is absent was not found out. */
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
}

/** The card as facts about its model. */
export function factsOfCard({ conclusions }: CapabilityCard): ModelFacts {
  const { tools, replySchema, images, parallel, contextTokens } = conclusions;
  return defined({ tools, replySchema, images, parallel, contextTokens });
}

/** The card in what anybody may have written; `undefined` when it is none, or one of another version. */
export function readCard(written: JsonValue | undefined): CapabilityCard | undefined {
  if (!isJsonObject(written) || written.version !== 1) return undefined;
  const { model, label, checked, probes, conclusions } = written;
  if (typeof model !== 'string' || typeof label !== 'string' || !isTime(checked)) return undefined;
  if (!Array.isArray(probes) || !isJsonObject(conclusions)) return undefined;
  const read = probes.map(readResult);
  const concluded = readConclusions(conclusions);
  if (concluded === undefined || !read.every(result => result !== undefined)) return undefined;
  return { version: 1, model, label, checked, probes: read, conclusions: concluded };
}

function isTime(value: unknown): value is string {
  return typeof value === 'string' && !Number.isNaN(Date.parse(value));
}

function readResult(written: JsonValue): ProbeResult | undefined {
  if (!isJsonObject(written)) return undefined;
  const probe = probeNames.find(name => name === written.probe);
  const outcome = outcomes.find(name => name === written.outcome);
  const { finding, requests, took, firstByte, tokens } = written;
  if (probe === undefined || outcome === undefined || typeof finding !== 'string') return undefined;
  if (!isAmount(requests) || !isAmount(took)) return undefined;
  return {
    probe,
    outcome,
    finding,
    requests,
    took,
    ...(isAmount(firstByte) ? { firstByte } : {}),
    ...(isAmount(tokens) ? { tokens } : {}),
  };
}

function readConclusions(written: JsonObject): Conclusions | undefined {
  const { replySchema, images, streaming, parallel, contextTokens } = written;
  const tools = toolUses.find(use => use === written.tools);
  if (tools === undefined || ![replySchema, images, streaming].every(isChoice)) return undefined;
  return {
    tools,
    replySchema: replySchema === true,
    images: images === true,
    streaming: streaming === true,
    ...(isChoice(parallel) ? { parallel } : {}),
    ...(isAmount(contextTokens) && contextTokens > 0 ? { contextTokens: Math.floor(contextTokens) } : {}),
  };
}

function isAmount(value: unknown): value is number {
  return typeof value === 'number' && Number.isFinite(value) && value >= 0;
}

function isChoice(value: unknown): value is boolean {
  return typeof value === 'boolean';
}
