import { causesOf } from '../../converser/ground/causes.ts';
import { streamOf } from './byte-reader.ts';
import type { RequestJson } from './request-json.ts';

export interface Client {
  buildRequest(options: {
    readonly method: 'post';
    readonly path: string;
  }): Promise<{ readonly url: string; readonly req: { readonly headers?: unknown } }>;
  withOptions(options: { readonly fetch: typeof fetch }): {
    post(path: string, options: { readonly stream: true }): { asResponse(): Promise<Response> };
  };
}

/** In bytes. From this size on, a request is streamed, because copying it takes longer. */
const large = 256 * 1024;

/** The `fetch` of these clients accepts no streams, or their server redirects: a stream cannot be sent again. */
const unstreamable = new WeakSet<Client>();

interface PostOptions {
  readonly json: RequestJson;
  readonly headers?: Readonly<Record<string, string>>;
  readonly signal: AbortSignal;
  readonly fetch: typeof fetch;
}

/** What the client does for each request takes longer than to send it. Throws what the client throws. */
export async function postJson(
  client: Client,
  path: string,
  { json, headers: more, signal, fetch }: PostOptions,
): Promise<Response> {
  const { url, headers: own } = await requestOf(client, path);
  // Many servers reject chunked requests, so the length is sent.
  const headers = { ...own, ...more, 'content-length': `${json.length}` };
  const post = async (body: ReadableStream<Uint8Array<ArrayBuffer>> | Uint8Array<ArrayBuffer>) => {
    const init = { method: 'POST', headers, body, signal, duplex: 'half' as const };
    const response = await fetch(url, init).catch(cause => failed(client, path, () => Promise.reject(cause)));
    return response.ok ? response : failed(client, path, () => Promise.resolve(response));
  };
  if (json.length < large || unstreamable.has(client)) return post(whole(json));
  try {
    return await post(streamOf(json.pieces));
  } catch (cause) {
    if (signal.aborted || !refusesStream(cause)) throw cause;
    unstreamable.add(client);
    return post(whole(json));
  }
}

function failed(client: Client, path: string, fetch: () => Promise<Response>): Promise<Response> {
  return client.withOptions({ fetch }).post(path, { stream: true }).asResponse();
}

interface OwnRequest {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
}

const ownRequests = new WeakMap<Client, Map<string, Promise<OwnRequest>>>();

function requestOf(client: Client, path: string): Promise<OwnRequest> {
  const known = ownRequests.get(client) ?? new Map<string, Promise<OwnRequest>>();
  ownRequests.set(client, known);
  const made = known.get(path) ?? makeRequest(client, path);
  known.set(path, made);
  return made;
}

async function makeRequest(client: Client, path: string): Promise<OwnRequest> {
  const { url, req } = await client.buildRequest({ method: 'post', path });
  const headers = Object.fromEntries(new Headers(req.headers as HeadersInit));
  return { url, headers: { ...headers, 'content-type': 'application/json' } };
}

function whole({ pieces, length }: RequestJson): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(length);
  let end = 0;
  for (const piece of pieces) {
    bytes.set(piece, end);
    end += piece.length;
  }
  return bytes;
}

/** `fetch` itself refuses with a `TypeError` without the code of a broken connection in its causes. */
function refusesStream(cause: unknown): boolean {
  const errors = causesOf(cause).filter(each => each instanceof Error);
  const hasCode = errors.some(each => 'code' in each && typeof each.code === 'string');
  return !hasCode && errors.some(each => each instanceof TypeError);
}
