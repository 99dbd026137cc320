import { isJsonObject, type JsonObject } from './json.ts';

/** The JSON object that a person wrote, or what is wrong with it, as a sentence for them. */
export function readObject(written: string): { readonly value: JsonObject } | { readonly mistake: string } {
  try {
    const value: unknown = JSON.parse(written);
    return isJsonObject(value) ? { value } : { mistake: 'Enter a JSON object: { … }.' };
  } catch (cause) {
    return { mistake: `Not valid JSON: ${cause instanceof Error ? cause.message : String(cause)}` };
  }
}
