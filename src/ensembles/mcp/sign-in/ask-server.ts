import type { FetchLike } from '@modelcontextprotocol/client';

/** Milliseconds that an authorization server may take to answer. */
const answerLimit = 30_000;

export interface AskServerOptions {
  /** Grows during an attempt. */
  readonly secrets: ReadonlySet<string>;
  readonly signal?: AbortSignal;
}

/**
 * Sends requests to authorization servers, with a time limit. A refusal may repeat what was sent, and the library
 * writes it to the console, so the secrets are removed from it first.
 */
export function askServer(send: FetchLike, { secrets, signal }: AskServerOptions): FetchLike {
  return async (url, init) => {
    const late = AbortSignal.timeout(answerLimit);
    const either = signal === undefined ? late : AbortSignal.any([signal, late]);
    const response = await send(url, { ...init, signal: either });
    if (response.ok) return response;
    const { status, statusText, headers } = response;
    const words = withoutSecrets(await response.text(), secrets);
    return new Response(words === '' ? null : words, { status, statusText, headers });
  };
}

export function withoutSecrets(text: string, secrets: ReadonlySet<string>): string {
  let rest = text;
  for (const secret of secrets) rest = rest.replaceAll(secret, '…');
  return rest;
}
