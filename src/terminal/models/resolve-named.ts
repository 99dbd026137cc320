import type { ModelRoster } from '../../converser/words/models/model-roster.ts';

export interface Meanings {
  readonly main: string | undefined;
  readonly others: readonly string[];
  readonly models: Pick<ModelRoster, 'listed'>;
  readonly signal: AbortSignal;
}

/** With `--provider openrouter`, `openai/gpt-5` is OpenRouter's if OpenRouter lists it, or else OpenAI's. */
export async function resolveNamed(
  reference: string,
  { main, others, models, signal }: Meanings,
): Promise<string> {
  if (main === undefined || !reference.startsWith(`${main}/`)) return reference;
  const rest = reference.slice(main.length + 1);
  if (![main, ...others].some(id => rest.startsWith(`${id}/`) && rest.length > id.length + 1))
    return reference;
  // Takes the full name: a model whose id alone is this one may be another provider's.
  const own = await models.listed(reference, signal);
  return own?.provider === main ? reference : rest;
}
