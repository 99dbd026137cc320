import type Anthropic from '@anthropic-ai/sdk';
import type { ModelCapabilities } from '../../converser/provider.ts';

/** A model as the server describes it, or only its name. */
export type KnownModel = Partial<Anthropic.ModelInfo> & { readonly id: string };

interface Abilities {
  readonly capabilities: ModelCapabilities;
  /** What a reply may have at most, unless a request says otherwise. */
  readonly maxTokens: number;
}

interface Family {
  readonly pattern: RegExp;
  readonly images: boolean;
  readonly contextTokens?: number;
  readonly maxTokens: number;
}

/** What servers that do not say it themselves are taken to offer. The first that fits counts. */
const families: readonly Family[] = [
  { pattern: /^claude-3-(opus|sonnet|haiku)/, images: true, contextTokens: 200_000, maxTokens: 4_096 },
  { pattern: /^claude-3-5-/, images: true, contextTokens: 200_000, maxTokens: 8_192 },
  { pattern: /claude/, images: true, contextTokens: 200_000, maxTokens: 32_000 },
  { pattern: /vision|-vl\b|llava|gemma-?3|pixtral/i, images: true, maxTokens: 8_192 },
  { pattern: /(?:)/, images: false, maxTokens: 8_192 },
];

/** Some models may write far more than anybody waits for, and what is reserved for it is missing elsewhere. */
const longEnough = 32_000;

/** What the server says counts; what it leaves open is taken from the family. */
export function readAbilities(info: KnownModel): Abilities {
  const family = families.find(({ pattern }) => pattern.test(info.id));
  const contextTokens = info.max_input_tokens || family?.contextTokens;
  const maxTokens = info.max_tokens || (family?.maxTokens ?? longEnough);
  return {
    capabilities: {
      tools: 'native',
      images: info.capabilities?.image_input?.supported ?? family?.images ?? false,
      ...(contextTokens === undefined ? {} : { contextTokens }),
    },
    maxTokens: Math.min(maxTokens, longEnough),
  };
}
