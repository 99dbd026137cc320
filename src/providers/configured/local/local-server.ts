import { isJsonObject, type JsonObject, type JsonValue } from '../../../converser/ground/json/json.ts';
import type { ListedModel } from '../../facts/model-source.ts';
import type { ModelFacts, ToolUse } from '../../facts/provider-definition.ts';

export interface LocalServer {
  readonly id: 'ollama' | 'lmstudio' | 'llamacpp' | 'vllm';
  readonly ports: readonly number[];
  readonly read: (ask: Ask) => Promise<readonly LocalModel[] | undefined>;
}

export interface LocalModel extends ListedModel {
  /** `false` for models that only embed or rank text. */
  readonly isChat: boolean;
  /** These facts also hold if each request says how large the window is to be. */
  readonly sized?: ModelFacts;
}

export type Ask = (path: string, body?: JsonObject) => Promise<JsonValue | undefined>;

export interface Asking {
  readonly fetch: typeof fetch;
  readonly signal: AbortSignal;
  readonly headers?: Readonly<Record<string, string>>;
  /** In milliseconds. */
  readonly limit: number;
}

/** Invariant: redirects are not followed, so that no key goes to another server. */
export function askAt(origin: string, { fetch, signal, headers = {}, limit }: Asking): Ask {
  return async (path, body) => {
    try {
      const response = await fetch(`${origin}${path}`, {
        method: body === undefined ? 'GET' : 'POST',
        headers: { accept: 'application/json', 'content-type': 'application/json', ...headers },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
        redirect: 'error',
        signal: AbortSignal.any([signal, AbortSignal.timeout(limit)]),
      });
      if (response.status === 200) return (await response.json()) as JsonValue;
      await response.body?.cancel();
    } catch {}
    return undefined;
  };
}

export function tokensIn(value: unknown): number | undefined {
  return typeof value === 'number' && Number.isSafeInteger(value) && value > 0 ? value : undefined;
}

export function flagIn(from: JsonValue | undefined, name: string): boolean | undefined {
  const value = isJsonObject(from) ? from[name] : undefined;
  return typeof value === 'boolean' ? value : undefined;
}

/** A model that was not trained to call tools does better with the contract than with its server's own wording. */
export function toolUse(isTrained: boolean | undefined): ToolUse | undefined {
  return isTrained === undefined ? undefined : isTrained ? 'native' : 'contract';
}
