import { type Answer, type Asked, type Exchange, isOk } from './exchange.ts';
import { fetchOver } from './fetch-exchange.ts';
import type { RequestJson } from './request-json.ts';
import type { Clients } from './sdk-client.ts';

export interface Client {
  withOptions(options: { readonly fetch: typeof fetch }): {
    post(path: string, options: { readonly stream: true }): { asResponse(): Promise<Response> };
  };
}

export interface PostOptions extends Pick<Asked, 'origin' | 'silence'> {
  readonly json: RequestJson;
  readonly headers?: Readonly<Record<string, string>>;
  readonly signal: AbortSignal;
  readonly exchange: Exchange;
}

/** What an SDK's client does for each request takes longer than to send it. Throws what the client throws. */
export async function postJson(
  clients: Clients<Client>,
  path: string,
  { json, headers: more, exchange, ...rest }: PostOptions,
): Promise<Answer> {
  const { url, headers: own } = await clients.at(path);
  // Many servers reject chunked requests, so the length is sent.
  const headers = { ...own, ...more, 'content-length': `${json.length}` };
  const asking = exchange({ url, method: 'POST', headers, pieces: json.pieces, ...rest });
  const answer = await asking.catch(cause => failed(clients, path, () => Promise.reject(cause)));
  return isOk(answer) ? answer : failed(clients, path, async () => answer);
}

async function failed(clients: Clients<Client>, path: string, exchange: Exchange): Promise<never> {
  const client = await clients();
  await client
    .withOptions({ fetch: fetchOver(exchange) })
    .post(path, { stream: true })
    .asResponse();
  throw new TypeError('An answer that failed was taken for one that did not.');
}
