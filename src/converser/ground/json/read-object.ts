import { isJsonObject, type JsonObject } from './json.ts';

export function readObject(written: string): { readonly value: JsonObject } | { readonly mistake: string } {
  try {
    const value: unknown = JSON.parse(written);
    return isJsonObject(value) ? { value } : { mistake: 'Enter a JSON object: { … }.' };
  } catch (cause) {
    return { mistake: `Not valid JSON: ${cause instanceof Error ? cause.message : String(cause)}` };
  }
}
