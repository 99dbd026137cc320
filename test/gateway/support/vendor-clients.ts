import { Anthropic } from '@anthropic-ai/sdk';
import { OpenAI } from 'openai';

/** Where a program finds the gateway. */
export interface Place {
  readonly baseUrl: string;
  readonly key: string;
}

export function openAiAt({ baseUrl, key }: Place, maxRetries = 0): OpenAI {
  return new OpenAI({ apiKey: key, baseURL: `${baseUrl}/v1`, maxRetries });
}

export function anthropicAt({ baseUrl, key }: Place, maxRetries = 0): Anthropic {
  return new Anthropic({ apiKey: key, baseURL: baseUrl, maxRetries });
}
