import type { ModelOptions } from './model-options.ts';
import type { ModelCapabilities } from './provider.ts';

export function sizedWindow(
  { contextTokens, longestContext }: Pick<ModelCapabilities, 'contextTokens' | 'longestContext'>,
  { contextTokens: wanted }: ModelOptions,
): number | undefined {
  if (wanted === undefined) return contextTokens;
  return Math.min(wanted, longestContext ?? contextTokens ?? wanted);
}
