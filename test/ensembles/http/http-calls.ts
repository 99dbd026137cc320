import type { JsonObject } from '../../../src/converser/ground/json/json.ts';
import type { LookUp } from '../../../src/ensembles/guarded-fetch/look-up.ts';
import { httpKind } from '../../../src/ensembles/http/http-kind.ts';
import { createDescribedCalls, type DescribedCallsOptions } from '../described-calls.ts';

export interface HttpCallsOptions extends DescribedCallsOptions {
  readonly secrets?: Readonly<Record<string, string>>;
  readonly lookUp?: LookUp;
}

/** An ensemble of the kind `http`, whose calls are allowed unless rules say otherwise. */
export async function createHttpCalls({
  secrets = {},
  lookUp = async () => ['127.0.0.1'],
  ...described
}: HttpCallsOptions) {
  const calls = await createDescribedCalls({ rules: { 'api:*': 'allow' }, ...described }, host => {
    const { learn, hide } = host.secrets;
    return {
      tools: [],
      kinds: [httpKind({ secrets: { secret: async key => secrets[key], learn, hide }, lookUp })],
    };
  });
  return {
    ...calls,
    call: (name: string, args?: JsonObject, signal?: AbortSignal) =>
      calls.call(`api:${name}`, args, { ...(signal && { signal }) }),
  };
}
