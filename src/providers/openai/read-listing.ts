import { defined } from '../../converser/ground/json/defined.ts';
import { isJsonObject } from '../../converser/ground/json/json.ts';
import type { Price } from '../../converser/words/models/provider.ts';
import type { ListedModel } from '../facts/model-source.ts';
import type { ModelFacts, ToolUse } from '../facts/provider-definition.ts';

interface Listing {
  readonly id: string;
  readonly name?: string;
}

export function canChat(listed: Listing): boolean {
  const { supported_output_modalities: made }: Fields = { ...listed };
  if (Array.isArray(made)) return made.includes('text');
  return !otherModels.test(listed.id);
}

const otherModels =
  /embed|whisper|tts|dall-e|moderation|gpt-image|transcribe|realtime|sora|babbage|davinci|rerank|imagen|imagine|\bveo-|\blyria|\baqa\b|grok-\d+-image/i;

export function readListing(listed: Listing): ListedModel {
  const fields: Readonly<Record<string, unknown>> = { ...listed };
  const facts: ModelFacts = defined({
    tools: toldTools(fields),
    contextTokens: toldContext(fields),
    outputTokens: toldOutput(fields),
    images: toldImages(fields),
    replySchema: toldReplySchema(fields),
    price: toldPrice(fields),
    thinks: toldThinking(fields),
    server: toldServer(fields),
  });
  return {
    id: idOf(fields, listed.id),
    ...(typeof listed.name === 'string' ? { label: listed.name } : {}),
    facts,
  };
}

type Fields = Readonly<Record<string, unknown>>;

/** Gemini lists `models/gemini-…`, and takes the name alone as well. With llama.cpp, it may be part of a path. */
function idOf({ owned_by: owner }: Fields, id: string): string {
  return owner === 'google' ? id.replace(/^models\//, '') : id;
}

/** OpenRouter, vLLM, Mistral, Groq and LM Studio report it; llama.cpp does in `meta`, GitHub Models in `limits`. */
function toldContext(fields: Fields): number | undefined {
  const meta = isJsonObject(fields.meta) ? fields.meta : {};
  const limits = isJsonObject(fields.limits) ? fields.limits : {};
  return [
    fields.context_length,
    fields.max_model_len,
    fields.max_context_length,
    fields.context_window,
    meta.n_ctx,
    meta.n_ctx_train,
    limits.max_input_tokens,
  ].find(isCount);
}

function toldOutput({ limits }: Fields): number | undefined {
  const told = isJsonObject(limits) ? limits.max_output_tokens : undefined;
  return isCount(told) ? told : undefined;
}

function isCount(value: unknown): value is number {
  return typeof value === 'number' && Number.isInteger(value) && value > 0;
}

/** OpenRouter lists the parameters of a model, Mistral and GitHub Models its capabilities. */
function toldTools({ supported_parameters: parameters, capabilities }: Fields): ToolUse | undefined {
  if (Array.isArray(parameters)) return parameters.includes('tools') ? 'native' : 'contract';
  if (Array.isArray(capabilities)) return capabilities.includes('tool-calling') ? 'native' : 'contract';
  const told = isJsonObject(capabilities) ? capabilities.function_calling : undefined;
  if (typeof told !== 'boolean') return undefined;
  return told ? 'native' : 'contract';
}

/** OpenRouter lists it among the parameters; vLLM names itself, and accepts a schema for every model. */
function toldReplySchema({ supported_parameters: parameters, owned_by: owner }: Fields): boolean | undefined {
  const isTold = Array.isArray(parameters) && parameters.includes('structured_outputs');
  return isTold || owner === 'vllm' || undefined;
}

function toldServer({ owned_by: owner }: Fields): string | undefined {
  return ['llamacpp', 'sglang', 'vllm'].find(name => name === owner);
}

function toldThinking({ supported_parameters: parameters }: Fields): boolean | undefined {
  if (!Array.isArray(parameters)) return undefined;
  return parameters.includes('reasoning') || parameters.includes('reasoning_effort');
}

function toldImages({
  architecture,
  capabilities,
  supported_input_modalities: read,
}: Fields): boolean | undefined {
  const modalities = isJsonObject(architecture) ? architecture.input_modalities : read;
  if (Array.isArray(modalities)) return modalities.includes('image');
  const told = isJsonObject(capabilities) ? capabilities.vision : undefined;
  return typeof told === 'boolean' ? told : undefined;
}

/** OpenRouter reports dollars per token, as strings. `-1` stands for prices that vary. */
function toldPrice({ pricing }: Fields): Price | undefined {
  if (!isJsonObject(pricing)) return undefined;
  const [input, output, cached, written] = [
    pricing.prompt,
    pricing.completion,
    pricing.input_cache_read,
    pricing.input_cache_write,
  ].map(perMillion);
  if (input === undefined || output === undefined) return undefined;
  return defined({ input, output, cached, written });
}

function perMillion(written: unknown): number | undefined {
  if (typeof written !== 'string' || written.trim() === '') return undefined;
  const amount = Number(written);
  // Decimal fractions are not exact in binary.
  return Number.isFinite(amount) && amount >= 0 ? Number((amount * 1e6).toPrecision(12)) : undefined;
}
