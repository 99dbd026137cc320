import { defined } from '../../converser/ground/json/defined.ts';
import { fits } from '../../converser/words/models/fits.ts';
import type { ModelCapabilities } from '../../converser/words/models/provider.ts';
import type { ModelFacts } from './provider-definition.ts';

export interface FactsFor {
  readonly match: string;
  readonly facts: ModelFacts;
}

export interface Sources {
  readonly family?: ModelFacts | undefined;
  readonly told?: ModelFacts | undefined;
  readonly card?: ModelFacts | undefined;
  readonly person?: readonly FactsFor[];
  readonly settings?: Readonly<Record<string, ModelFacts>> | undefined;
}

export interface ModelPlace {
  readonly provider: string;
  readonly id: string;
}

/** Weakest to strongest: family, provider, check, the user's file, settings. */
export function factsOf(
  { provider, id }: ModelPlace,
  { family, told, card, person = [], settings = {} }: Sources,
): ModelFacts {
  const reference = `${provider}/${id}`;
  return Object.assign(
    {},
    family,
    told,
    card,
    ...person.flatMap(({ match, facts }) => (fits(match, reference) ? [facts] : [])),
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
