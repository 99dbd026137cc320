import type { ModelOptions } from '../models/model-options.ts';
import type { Model } from '../models/provider.ts';

/** Kept for a reply whose length you didn't limit: few are longer. */
const usual = { tokens: 16_000, share: 1 / 8 };
/** However long a reply may be, a request may take the other half. */
const mostShare = 1 / 2;

export function roomForReply(
  window: number | undefined,
  { capabilities: { outputTokens = Infinity }, dialect }: Pick<Model, 'capabilities' | 'dialect'>,
  wanted: ModelOptions,
): number {
  // VS Code tells what a request may have, without the reply.
  if (window === undefined || dialect === 'vscode-lm') return 0;
  const ordinary = Math.min(usual.tokens, window * usual.share);
  const room = wanted.maxOutputTokens ?? ordinary;
  return Math.floor(Math.min(room, outputTokens, window * mostShare));
}
