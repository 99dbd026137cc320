import { defined } from '../../converser/ground/json/defined.ts';
import { fits } from '../../converser/words/models/fits.ts';
import type { ModelCapabilities } from '../../converser/words/models/provider.ts';
import type { ModelFacts } from './provider-definition.ts';

export interface Sources {
  readonly family?: ModelFacts | undefined;
  readonly told?: ModelFacts | undefined;
  readonly card?: ModelFacts | undefined;
  readonly settings?: Readonly<Record<string, ModelFacts>> | undefined;
}

/** Weakest to strongest: family, provider, check, settings. */
export function factsOf(id: string, { family, told, card, settings = {} }: Sources): ModelFacts {
  return Object.assign(
    {},
    family,
    told,
    card,
    ...Object.entries(settings).flatMap(([match, facts]) => (fits(match, id) ? [facts] : [])),
  );
}

export function capabilitiesOf({
  tools = 'native',
  images,
  contextTokens,
  longestContext,
  outputTokens,
  thinks,
  parallel,
  replySchema,
}: ModelFacts): ModelCapabilities {
  return defined({
    tools: tools === 'native' ? 'native' : 'none',
    images: images ?? false,
    contextTokens: contextTokens && Math.min(contextTokens, longestContext ?? contextTokens),
    longestContext,
    outputTokens,
    thinks,
    parallel,
    replySchema,
  });
}

/** Ollama's own 4,096 tokens are too few for tools. With 8 billion parameters, this takes 1 to 2.5 GB. */
export const roomyContext = 16_384;
