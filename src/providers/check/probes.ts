import type { Probe } from './probe.ts';
import { contract, native, parallel } from './probes/calls.ts';
import { constrained } from './probes/constrained.ts';
import { context, longestPrompt } from './probes/context.ts';
import { images } from './probes/images.ts';
import { streaming } from './probes/streaming.ts';
import { longestReply } from './record-reply.ts';

export const probes: readonly Probe[] = [native, parallel, contract, constrained, images, streaming, context];

const requests = probes.reduce((sum, probe) => sum + probe.requests, 0);

/** Tokens are estimated; most checks cost a tenth of it. */
export const checkCost = {
  requests,
  input: thousands(longestPrompt + requests * 1000),
  output: thousands((requests * longestReply) / 4),
} as const;

function thousands(amount: number): number {
  return Math.ceil(amount / 1000) * 1000;
}
