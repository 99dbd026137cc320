import { isJsonObject, type JsonObject, type JsonValue } from '../../converser/ground/json/json.ts';
import type { Content, OpaqueContent } from '../../converser/words/canister/content.ts';
import { clientThoughtIn } from '../sent-back.ts';
import { wellFormed } from '../well-formed.ts';

/** Each server wants other fields back: OpenRouter, Gemini, DeepSeek, gpt-oss. */
export interface Residue {
  readonly message?: JsonObject;
  readonly calls?: readonly JsonObject[];
  /** Most models are shown these thoughts only until the user speaks again. */
  readonly passing?: JsonObject;
  /** A client has sent it, and the server has left nothing of its own. */
  readonly thought?: string;
}

const dialect = 'openai-chat';

export function opaqueResidue(provider: string, residue: Residue): OpaqueContent {
  return { type: 'opaque', provider, data: { dialect, ...residue } };
}

export function residueFor(provider: string, content: readonly Content[]): Residue {
  let all: Residue = {};
  const told: string[] = [];
  for (const part of content) {
    if (part.type === 'opaque' && part.provider === provider)
      all = { ...all, ...read(wellFormed(part.data)) };
    told.push(clientThoughtIn(part) ?? '');
  }
  const thought = told.join('');
  return thought === '' || all.passing !== undefined || all.message !== undefined ? all : { ...all, thought };
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
