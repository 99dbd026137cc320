/** Families of models, for servers that list ids and nothing else. The first that fits counts. */
const families: readonly {
  readonly pattern: RegExp;
  readonly images: boolean;
  /** Tokens. */
  readonly context?: number;
}[] = [
  { pattern: /^gpt-5/, images: true, context: 400_000 },
  { pattern: /^gpt-4\.1/, images: true, context: 1_047_576 },
  { pattern: /^(gpt-4o|chatgpt-4o|gpt-4-turbo)/, images: true, context: 128_000 },
  { pattern: /^gpt-4/, images: false, context: 8192 },
  { pattern: /^gpt-3\.5/, images: false, context: 16_385 },
  { pattern: /^o[134]-mini/, images: false, context: 200_000 },
  { pattern: /^o[134]/, images: true, context: 200_000 },
  { pattern: /gpt-oss/, images: false, context: 131_072 },
  { pattern: /gemini|claude|llama-?4|pixtral|llava|bakllava|moondream|minicpm-v/i, images: true },
  { pattern: /gemma-?3(?!.*[:-]1b)|mistral-small-?3\.[12]|qwen.*vl|[-_]vl\b|vision|internvl/i, images: true },
];

export function knownContext(id: string): number | undefined {
  return familyOf(id)?.context;
}

/** What is not known is shown no images: a server that cannot take them refuses the whole request. */
export function seesImages(id: string): boolean {
  return familyOf(id)?.images ?? false;
}

function familyOf(id: string) {
  return families.find(({ pattern }) => pattern.test(id));
}
