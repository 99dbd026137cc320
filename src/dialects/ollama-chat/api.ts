import type { JsonObject, JsonSchema, JsonValue } from '../../converser/ground/json/json.ts';

/** Unlike Ollama's OpenAI-compatible API, this one can set the window: https://docs.ollama.com/api/chat */
export interface OllamaRequest {
  readonly model: string;
  readonly messages: readonly OllamaMessage[];
  readonly stream: true;
  readonly tools?: readonly OllamaTool[];
  readonly format?: JsonSchema | 'json';
  readonly options?: JsonObject;
  readonly think?: boolean | 'low' | 'medium' | 'high' | 'max';
  /** `false` refuses a prompt that is too long. Otherwise its oldest messages are left out without a word. */
  readonly truncate?: JsonValue;
  readonly shift?: JsonValue;
}

export interface OllamaMessage {
  readonly role: 'system' | 'user' | 'assistant' | 'tool';
  readonly content: string;
  readonly thinking?: string;
  readonly images?: readonly string[];
  readonly tool_calls?: readonly OllamaCall[];
  readonly tool_name?: string;
  readonly tool_call_id?: string;
}

export interface OllamaCall {
  readonly id?: string;
  readonly function: { readonly name: string; readonly arguments: JsonObject };
}

export interface OllamaTool {
  readonly type: 'function';
  readonly function: {
    readonly name: string;
    readonly description: string;
    readonly parameters: JsonSchema;
  };
}

export interface OllamaChunk {
  readonly message?: {
    readonly content?: unknown;
    readonly thinking?: unknown;
    readonly tool_calls?: unknown;
  } | null;
  readonly done?: unknown;
  readonly done_reason?: unknown;
  readonly prompt_eval_count?: unknown;
  readonly eval_count?: unknown;
}
