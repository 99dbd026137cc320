import { isJsonObject, type JsonObject, type JsonValue } from '../../converser/ground/json/json.ts';
import type { Content, OpaqueContent } from '../../converser/words/canister/content.ts';
import { wellFormed } from '../well-formed.ts';

/** Each server wants other fields back: OpenRouter, Gemini, DeepSeek, gpt-oss. */
export interface Residue {
  readonly message?: JsonObject;
  readonly calls?: readonly JsonObject[];
  /** Most models are shown these thoughts only until the user speaks again. */
  readonly passing?: JsonObject;
}

const dialect = 'openai-chat';

export function opaqueResidue(provider: string, residue: Residue): OpaqueContent {
  return { type: 'opaque', provider, data: { dialect, ...residue } };
}

export function residueFor(provider: string, content: readonly Content[]): Residue {
  let all: Residue = {};
  for (const part of content) {
    if (part.type === 'opaque' && part.provider === provider)
      all = { ...all, ...read(wellFormed(part.data)) };
  }
  return all;
}

function read(data: JsonValue): Residue {
  if (!isJsonObject(data) || data.dialect !== dialect) return {};
  const { message, calls, passing } = data;
  return {
    ...(isJsonObject(message) ? { message } : {}),
    ...(Array.isArray(calls) ? { calls: calls.filter(isJsonObject) } : {}),
    ...(isJsonObject(passing) ? { passing } : {}),
  };
}
