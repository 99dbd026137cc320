import { type Part, sameInParts } from '../../ground/growing.ts';
import type { JsonValue } from '../../ground/json/json.ts';
import { createObjectMemory, perObject } from '../../ground/object-memory.ts';
import { type Canister, startOfSaid } from '../canister/canister.ts';
import type { Content, ResourceContent } from '../canister/content.ts';
import { imageSize } from '../canister/image-size.ts';
import type { ModelRequest, ToolDefinition } from '../models/provider.ts';
import { estimateText } from './estimate-tokens.ts';

const frameTokens = 6;
const bytesPerToken = 10;

export interface RequestTokens extends SaidTokens {
  readonly tools: number;
}

export interface SaidTokens {
  readonly instructions: number;
  readonly history: number;
  readonly attachments: number;
  readonly results: number;
  readonly reasoning: number;
}

/** Canisters and tools never change, so each is estimated once. `provider` gets its own opaque parts. */
export function estimateRequest(request: ModelRequest, provider: string): number {
  const { instructions, history, attachments, results, reasoning, tools } = estimateParts(request, provider);
  return Math.ceil(instructions + history + attachments + results + reasoning + tools);
}

export function estimateParts({ canisters, tools }: ModelRequest, provider: string): RequestTokens {
  const from = startOfSaid(canisters);
  const [late = 0, history = 0, attachments = 0, results = 0, reasoning = 0] = estimateSaid(
    { of: canisters, from },
    provider,
  );
  const instructions = canisters.slice(0, from).reduce((sum, each) => sum + estimateInstructions(each), late);
  return { instructions, history, attachments, results, reasoning, tools: estimateTools(tools) };
}

interface Estimated {
  readonly said: Part<Canister>;
  readonly provider: string;
  /** Two numbers of each canister: its reasoning, and the rest. */
  readonly each: number[];
  /** In the order of the parts. */
  readonly sums: readonly number[];
}

const parts = ['instructions', 'history', 'attachments', 'results', 'reasoning'] as const;
const reasoned = parts.indexOf('reasoning');

/** Keyed by the first canister: a weak map with thousands of entries slows garbage collection. */
const last = createObjectMemory<Canister, Estimated>();

/** Instructions differ from turn to turn; the rest mostly starts as the last request did. */
function estimateSaid(said: Part<Canister>, provider: string): readonly number[] {
  const first = said.of[said.from];
  if (first === undefined) return [0, 0, 0, 0, 0];
  const known = last.get(first);
  const same = known?.provider === provider ? sameInParts(known.said, said) : 0;
  const goesOn = known !== undefined && known.each.length === same * 2;
  const each = known?.each ?? [];
  each.length = same * 2;
  const sums = goesOn ? known.sums.slice() : [0, 0, 0, 0, 0];
  let at = goesOn ? same : 0;
  for (const canister of said.of.slice(said.from + at)) {
    if (at >= same) each.push(estimateOpaque(canister, provider), estimateRest(canister));
    const part = parts.indexOf(partOf(canister));
    sums[reasoned] = (sums[reasoned] ?? 0) + (each[at * 2] ?? 0);
    sums[part] = (sums[part] ?? 0) + (each[at++ * 2 + 1] ?? 0);
  }
  last.set(first, { said, provider, each, sums });
  return sums;
}

function estimateOpaque({ content }: Canister, provider: string): number {
  let sum = 0;
  for (const part of content) if (part.type === 'opaque') sum += estimatePart(part, provider);
  return sum;
}

function estimateRest(canister: Canister): number {
  return frameTokens + estimateContent(canister.content) + estimateCall(canister);
}

function partOf(canister: Canister): Exclude<keyof SaidTokens, 'reasoning'> {
  switch (canister.role) {
    case 'supervisor':
      return 'instructions';
    case 'user':
    case 'assistant':
    case 'invocation':
    case 'compaction':
      return 'history';
    case 'document':
      return ofDocument[canister.stands ?? 'attached'];
    case 'result':
      return 'results';
  }
}

const ofDocument = { instructions: 'instructions', summary: 'history', attached: 'attachments' } as const;

const estimateInstructions = perObject(estimateRest);

export function estimateContent(content: readonly Content[], provider = ''): number {
  let sum = 0;
  for (const part of content) sum += estimatePart(part, provider);
  return sum;
}

function estimateCall(canister: Canister): number {
  if (canister.role !== 'invocation') return 0;
  const { ensemble, name, arguments: args, malformedArguments } = canister;
  return estimateText(`${ensemble} ${name} ${malformedArguments ?? JSON.stringify(args)}`);
}

function estimatePart(part: Content, provider: string): number {
  switch (part.type) {
    case 'text':
      return estimateText(part.text);
    case 'image':
      return imageTokens(part.bytes);
    case 'resource':
      return estimateText(`${part.uri}\n${part.text ?? ''}`) + estimateBytes(part);
    case 'opaque':
      return part.provider === provider ? reasoningTokens(part.data) : 0;
  }
}

function estimateBytes({ bytes, text = '' }: ResourceContent): number {
  if (bytes === undefined) return 0;
  const isImage = text.trim() === '' && imageSize(bytes) !== undefined;
  return isImage ? imageTokens(bytes) : bytes.length / bytesPerToken;
}

const estimateTools = perObject((tools: readonly ToolDefinition[]) =>
  tools.reduce((sum, tool) => sum + estimateTool(tool), 0),
);

export const estimateTool = perObject(
  ({ name, description, inputSchema }: ToolDefinition) =>
    frameTokens + estimateText(`${name} ${description} ${JSON.stringify(inputSchema)}`),
);

/** In pixels. Vendors scale larger images down. */
const longestSide = 1568;
const pixelsPerToken = 750;
const most = 1600;
const least = 85;

/** An image of unknown size counts as a large one. */
function imageTokens(bytes: Uint8Array): number {
  const size = imageSize(bytes);
  if (size === undefined || size.width === 0 || size.height === 0) return most;
  const { width, height } = size;
  const scale = Math.min(1, longestSide / Math.max(width, height));
  return Math.min(most, Math.max(least, (width * height * scale ** 2) / pixelsPerToken));
}

const sealedPerToken = 5;

function reasoningTokens(data: JsonValue): number {
  const readable: string[] = [];
  let sealed = 0;
  for (const value of stringsIn(data)) {
    if (isSealed(value)) sealed += value.length / sealedPerToken;
    else readable.push(value);
  }
  return Math.max(sealed, estimateText(readable.join(' ')));
}

function isSealed(value: string): boolean {
  return value.length > 100 && /^[\w+/=-]+$/.test(value);
}

function stringsIn(value: JsonValue): readonly string[] {
  if (typeof value === 'string') return [value];
  if (value === null || typeof value !== 'object') return [];
  return Object.values(value).flatMap(stringsIn);
}
