import { isJsonObject } from '../../converser/json.ts';
import type { ModelCapabilities } from '../../converser/provider.ts';
import { knownContext, seesImages } from './known-families.ts';

/** A model as `/models` lists it. Beyond the id each server tells something else. */
export interface ListedModel {
  readonly id: string;
  readonly name?: string;
}

/** Whether a listed model can hold a conversation: vendors list those for speech, pictures and searching too. */
export function canChat({ id }: ListedModel): boolean {
  return !/embed|whisper|tts|dall-e|moderation|gpt-image|transcribe|realtime|sora|babbage|davinci|rerank/i.test(
    id,
  );
}

/** What the server tells, completed by what is known of the family. */
export function readCapabilities(listed: ListedModel): ModelCapabilities {
  const fields: Readonly<Record<string, unknown>> = { ...listed };
  const contextTokens = toldContext(fields) ?? knownContext(listed.id);
  return {
    tools: toldTools(fields) ?? 'native',
    images: toldImages(fields) ?? seesImages(listed.id),
    ...(contextTokens === undefined ? {} : { contextTokens }),
  };
}

type Fields = Readonly<Record<string, unknown>>;

/** OpenRouter, vLLM, Mistral, Groq, LM Studio; llama.cpp tells it in `meta`. */
function toldContext(fields: Fields): number | undefined {
  const meta = isJsonObject(fields.meta) ? fields.meta : {};
  return [
    fields.context_length,
    fields.max_model_len,
    fields.max_context_length,
    fields.context_window,
    meta.n_ctx,
    meta.n_ctx_train,
  ].find((value): value is number => typeof value === 'number' && Number.isInteger(value) && value > 0);
}

/** OpenRouter lists the parameters a model takes, Mistral what it is capable of. */
function toldTools({
  supported_parameters: parameters,
  capabilities,
}: Fields): 'native' | 'none' | undefined {
  if (Array.isArray(parameters)) return parameters.includes('tools') ? 'native' : 'none';
  const told = isJsonObject(capabilities) ? capabilities.function_calling : undefined;
  if (typeof told !== 'boolean') return undefined;
  return told ? 'native' : 'none';
}

function toldImages({ architecture, capabilities }: Fields): boolean | undefined {
  const modalities = isJsonObject(architecture) ? architecture.input_modalities : undefined;
  if (Array.isArray(modalities)) return modalities.includes('image');
  const told = isJsonObject(capabilities) ? capabilities.vision : undefined;
  return typeof told === 'boolean' ? told : undefined;
}
