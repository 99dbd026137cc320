import { causesOf } from '../../converser/causes.ts';
import type { RequestJson } from './request-json.ts';

/** What the clients of both SDKs have in common. */
export interface Client {
  post(
    path: string,
    options: {
      readonly body: ReadableStream<Uint8Array> | Uint8Array;
      readonly headers: Readonly<Record<string, string>>;
      readonly stream: true;
      readonly signal: AbortSignal;
    },
  ): { asResponse(): Promise<Response> };
}

/** From this number of bytes on, a request is streamed, because `fetch` copies any other body. */
const large = 256 * 1024;

/** Clients whose `fetch` accepts no streams, or whose server redirects: a stream cannot be sent again. */
const unstreamable = new WeakSet<Client>();

interface PostOptions {
  readonly json: RequestJson;
  readonly headers?: Readonly<Record<string, string>>;
  readonly signal: AbortSignal;
}

/** Posts a request for a streamed reply. Throws what the client throws. */
export async function postJson(
  client: Client,
  path: string,
  { json, headers: more = {}, signal }: PostOptions,
): Promise<Response> {
  const post = (body: ReadableStream<Uint8Array> | Uint8Array) => {
    // With a length, because many servers reject chunked requests.
    const headers = { ...more, 'content-type': 'application/json', 'content-length': `${json.length}` };
    return client.post(path, { body, headers, stream: true, signal }).asResponse();
  };
  if (json.length < large || unstreamable.has(client)) return post(whole(json));
  try {
    return await post(streamed(json));
  } catch (cause) {
    if (signal.aborted || !refusesStream(cause)) throw cause;
    unstreamable.add(client);
    return post(whole(json));
  }
}

function streamed({ pieces }: RequestJson): ReadableStream<Uint8Array> {
  let next = 0;
  return new ReadableStream({
    pull(controller) {
      const piece = pieces[next++];
      if (piece === undefined) controller.close();
      else controller.enqueue(piece);
    },
  });
}

function whole({ pieces, length }: RequestJson): Uint8Array {
  const bytes = new Uint8Array(length);
  let end = 0;
  for (const piece of pieces) {
    bytes.set(piece, end);
    end += piece.length;
  }
  return bytes;
}

/** Whether `fetch` itself refused: a `TypeError` without the code of a broken connection in its causes. */
function refusesStream(cause: unknown): boolean {
  const errors = causesOf(cause).filter(each => each instanceof Error);
  const hasCode = errors.some(each => 'code' in each && typeof each.code === 'string');
  return !hasCode && errors.some(each => each instanceof TypeError);
}
