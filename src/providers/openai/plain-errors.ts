import { reasonOf } from '../../converser/ground/errors.ts';
import { parseJson } from '../../converser/ground/json/json.ts';
import { httpFetch } from '../wire/http-fetch.ts';

/**
 * Google puts an error into a list, of which the SDK would say “no body”: https://github.com/buxuku/SmartSub/issues/439
 */
export function withPlainErrors<Given extends { readonly fetch?: typeof fetch }>(connection: Given): Given {
  return {
    ...connection,
    async fetch(input: Parameters<typeof fetch>[0], init?: RequestInit) {
      const response = await (connection.fetch ?? httpFetch)(input, init);
      const { ok, headers, body } = response;
      if (ok || body === null || !/json/.test(headers.get('content-type') ?? '')) return response;
      const text = await response.text().catch(reasonOf);
      const told = parseJson(text);
      return new Response(Array.isArray(told) ? JSON.stringify(told[0]) : text, response);
    },
  };
}
