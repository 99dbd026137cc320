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
  /** The user's own file. If several entries match, the later one wins. */
  readonly person?: readonly FactsFor[];
  /** The patterns match the id alone. If several match, the later one wins. */
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
    // A model takes no more room than it was made for.
    contextTokens: contextTokens && Math.min(contextTokens, longestContext ?? contextTokens),
    longestContext,
    outputTokens,
    thinks,
    parallel,
    replySchema,
  });
}
