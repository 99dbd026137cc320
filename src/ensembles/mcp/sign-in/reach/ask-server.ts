import type { FetchLike } from '@modelcontextprotocol/client';
import { ConverserError } from '../../../../converser/ground/errors.ts';

/** In milliseconds per answer. */
const answerLimit = 30_000;

/** In bytes, unpacked. */
const longestAnswer = 1_000_000;

export interface AskServerOptions {
  readonly secrets: ReadonlySet<string>;
  readonly signal?: AbortSignal;
}

/** A refusal may repeat what was sent, and the library writes it to the console, so secrets are removed first. */
export function askServer(send: FetchLike, { secrets, signal }: AskServerOptions): FetchLike {
  return async (url, init) => {
    const late = AbortSignal.timeout(answerLimit);
    const either = signal === undefined ? late : AbortSignal.any([signal, late]);
    const response = await send(url, { ...init, signal: either });
    const { status, statusText, headers, ok } = response;
    const text = await boundedText(response, new URL(url));
    const words = ok ? text : withoutSecrets(text, secrets);
    return new Response(words === '' ? null : words, { status, statusText, headers });
  };
}

async function boundedText({ body }: Response, { origin }: URL): Promise<string> {
  const pieces: Uint8Array[] = [];
  let size = 0;
  for await (const piece of body ?? []) {
    size += piece.length;
    if (size > longestAnswer) throw new Error(`${origin} answered with more than ${longestAnswer} bytes.`);
    pieces.push(piece);
  }
  return new TextDecoder().decode(Buffer.concat(pieces));
}

/** The library takes a failed search for metadata for one that found nothing, and goes on elsewhere. */
export function untilRefused(send: FetchLike): FetchLike {
  let refusal: ConverserError | undefined;
  return async (url, init) => {
    if (refusal !== undefined) throw refusal;
    try {
      return await send(url, init);
    } catch (cause) {
      if (cause instanceof ConverserError) refusal = cause;
      throw cause;
    }
  };
}

export function withoutSecrets(text: string, secrets: ReadonlySet<string>): string {
  let rest = text;
  for (const secret of secrets) rest = rest.replaceAll(secret, '…');
  return rest;
}
