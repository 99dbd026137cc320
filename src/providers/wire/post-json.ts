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

/** Bytes from which on it pays not to copy a request: `fetch` copies a body, but for a stream. */
const large = 256 * 1024;

/** Those whose `fetch` takes no streams, or whose server redirects: what is streamed cannot be sent again. */
const unstreamable = new WeakSet<Client>();

/** Posts a request for a streamed reply. Throws what the client throws. */
export async function postJson(
  client: Client,
  path: string,
  { json, signal }: { readonly json: RequestJson; readonly signal: AbortSignal },
): Promise<Response> {
  const post = (body: ReadableStream<Uint8Array> | Uint8Array) => {
    // With a length, so that it does not go out in chunks, which many servers refuse.
    const headers = { 'content-type': 'application/json', 'content-length': `${json.length}` };
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

/** A `TypeError` at the bottom, and no code of a broken connection on the way: `fetch` itself would not do it. */
function refusesStream(cause: unknown): boolean {
  let isRefused = false;
  for (let error = cause, depth = 0; error instanceof Error && depth < 6; error = error.cause, depth++) {
    if ('code' in error && typeof error.code === 'string') return false;
    isRefused ||= error instanceof TypeError;
  }
  return isRefused;
}
