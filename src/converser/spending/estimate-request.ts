import type { Canister } from '../canister/canister.ts';
import type { Content } from '../canister/content.ts';
import type { ModelRequest, ToolDefinition } from '../models/provider.ts';
import { perObject } from '../per-object.ts';
import { estimateText } from './estimate-tokens.ts';

/** About what a large image costs; vendors scale larger ones down to this. */
const imageTokens = 1500;
/** What an API adds to each message or call. */
const frameTokens = 6;
/** A page of a PDF has some 20 kB and costs some 2,000 tokens. */
const bytesPerToken = 10;

/**
 * About how many tokens a request has. Canisters and tools never change, so each is estimated once, however often it is
 * sent.
 *
 * @param provider gets its own opaque parts back, and no others
 */
export function estimateRequest({ canisters, tools }: ModelRequest, provider: string): number {
  const start = canisters.findIndex(({ role }) => role !== 'supervisor');
  const [before, said] = start < 0 ? [canisters, []] : [canisters.slice(0, start), canisters.slice(start)];
  let tokens = estimateSaid(said, provider);
  for (const canister of before) tokens += estimateCanister(canister, provider);
  for (const tool of tools) tokens += estimateTool(tool);
  return Math.ceil(tokens);
}

interface Known {
  readonly canisters: readonly Canister[];
  readonly provider: string;
  /** What the canisters come to, up to each of them. */
  readonly sums: number[];
}

/** By their first canister, not one by one: a weak map with thousands of entries slows down garbage collection. */
const last = new WeakMap<Canister, Known>();

/** Everything but the instructions, which differ from turn to turn: it mostly starts as the last request did. */
function estimateSaid(canisters: readonly Canister[], provider: string): number {
  const [first] = canisters;
  if (first === undefined) return 0;
  const known = last.get(first);
  const same = known?.provider === provider ? sameIn(known.canisters, canisters) : 0;
  const sums = same === known?.sums.length ? known.sums : (known?.sums.slice(0, same) ?? []);
  let sum = sums.at(-1) ?? 0;
  for (const canister of canisters.slice(same)) {
    sum += estimateCanister(canister, provider);
    sums.push(sum);
  }
  last.set(first, { canisters, provider, sums });
  return sum;
}

/** How many of the first canisters are the same. */
function sameIn(before: readonly Canister[], canisters: readonly Canister[]): number {
  const change = before.findIndex((canister, at) => canister !== canisters[at]);
  return change < 0 ? before.length : change;
}

function estimateCanister(canister: Canister, provider: string): number {
  return frameTokens + estimateContent(canister.content, provider) + estimateCall(canister);
}

/** Not rounded. */
export function estimateContent(content: readonly Content[], provider = ''): number {
  return content.reduce((sum, part) => sum + estimatePart(part, provider), 0);
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
      return imageTokens;
    case 'resource':
      return estimateText(`${part.uri}\n${part.text ?? ''}`) + estimateBytes(part.bytes);
    case 'opaque':
      return part.provider === provider ? estimateText(JSON.stringify(part.data)) : 0;
  }
}

function estimateBytes(bytes: Uint8Array | undefined): number {
  return (bytes?.length ?? 0) / bytesPerToken;
}

const estimateTool = perObject(
  ({ name, description, inputSchema }: ToolDefinition) =>
    frameTokens + estimateText(`${name} ${description} ${JSON.stringify(inputSchema)}`),
);
