import { isLoopback } from '../../../converser/ground/addresses.ts';
import { isAmount, isJsonObject, type JsonValue, parseJson } from '../../../converser/ground/json/json.ts';
import { numberText } from '../../../converser/ground/wording/numbers.ts';
import type { Connection } from '../../wire/connection.ts';
import { fetchOf } from '../../wire/connection-exchange.ts';
import type { Pulse } from '../../wrappers/resilience/with-reply-limits.ts';

/** In milliseconds. */
const limit = 10_000;

/**
 * llama.cpp, vLLM and SGLang tell at `/health` whether their engine lives; of others, any answer is a sign of life.
 * llama.cpp also tells at `/slots` what it works on: https://github.com/ggml-org/llama.cpp/tree/master/tools/server
 */
export function pulseOf(connection: Connection, baseUrl: string): Pulse {
  const root = baseUrl.replace(/\/+$/, '').replace(/\/v1$/, '');
  const { key: readKey, headers: more = {} } = connection;
  const ask = fetchOf(connection);
  return async stop => {
    const late = AbortSignal.timeout(limit);
    const signal = AbortSignal.any([stop, late]);
    try {
      const key = await readKey();
      const headers = { ...(key === undefined ? {} : { authorization: `Bearer ${key}` }), ...more };
      // No key goes to another server.
      const options = { headers, signal, redirect: 'manual' } as const;
      const health = await ask(`${root}/health`, options);
      await health.body?.cancel();
      // 503 is a model that is being loaded.
      if (health.status >= 500 && health.status !== 503) return undefined;
      const slots = await ask(`${root}/slots`, options);
      return workOf(parseJson(await slots.text()));
    } catch {
      // Some servers do only one thing at a time, but nothing listens at the port of one that is gone.
      return late.aborted && isLoopback(baseUrl) ? '' : undefined;
    }
  };
}

function workOf(slots: JsonValue | undefined): string | undefined {
  if (!Array.isArray(slots)) return '';
  const told = slots.filter(isJsonObject).filter(({ is_processing: is }) => typeof is === 'boolean');
  const [busy, ...others] = told.filter(({ is_processing: is }) => is === true);
  if (busy === undefined) return told.length > 0 ? undefined : '';
  const { n_prompt_tokens: all, n_prompt_tokens_processed: done, n_prompt_tokens_cache: cached = 0 } = busy;
  if (others.length > 0 || !isAmount(all) || !isAmount(done) || !isAmount(cached)) return '';
  return done + cached < all
    ? `It has read ${numberText(done + cached)} of ${numberText(all)} tokens of the prompt.`
    : '';
}
