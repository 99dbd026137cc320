import { defined } from '../../converser/ground/json/defined.ts';
import { fits } from '../../converser/words/models/fits.ts';
import type { ModelCapabilities } from '../../converser/words/models/provider.ts';
import type { ModelFacts } from './provider-definition.ts';

/** Facts about every model whose `provider/id` matches a pattern, where `*` matches anything. */
export interface FactsFor {
  readonly match: string;
  readonly facts: ModelFacts;
}

/** The facts about one model, by source. */
export interface Sources {
  /** What is known of its family. */
  readonly family?: ModelFacts | undefined;
  /** What the provider reports about it. */
  readonly told?: ModelFacts | undefined;
  /** What its check found. */
  readonly card?: ModelFacts | undefined;
  /** The user's own file. If several entries match, the later one wins. */
  readonly person?: readonly FactsFor[];
  /** The settings of its provider, by patterns of the id alone. If several match, the later one wins. */
  readonly settings?: Readonly<Record<string, ModelFacts>> | undefined;
}

export interface ModelPlace {
  readonly provider: string;
  readonly id: string;
}

/**
 * All that is known about a model. From the weakest source to the strongest: its family, the provider, its check, the
 * user's file, and the settings.
 */
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

/** Facts as the capabilities of the bare model. */
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
