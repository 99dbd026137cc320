import { shortened } from '../../converser/ground/wording/cut-text.ts';
import type { Failure } from '../../converser/words/canister/canister.ts';
import { text } from '../../converser/words/canister/content.ts';
import { type Reply, reply } from '../../converser/words/ensemble/invoker.ts';
import type { WebAnswer } from './ask-web.ts';

const longestBody = 1_000;

export function failedWith(kind: Failure['kind'], message: string, advice?: string): Reply {
  return reply({ content: [], failure: { kind, message, ...(advice !== undefined && { advice }) } });
}

/** `message` is in our own words and holds none of the server's. */
export function refusedStatus({
  url,
  status,
  statusName,
  bytes,
  headers,
}: WebAnswer & { readonly kind: 'answer' }): {
  readonly message: string;
  readonly reply: Reply;
} {
  const message = `${url.host} answered ${status}${statusName === undefined ? '' : ` ${statusName}`}.`;
  const isReadable = /^(text\/(?!html)|application\/([\w.-]+\+)?json)/i.test(headers['content-type'] ?? '');
  const body = isReadable ? new TextDecoder().decode(bytes).trim() : '';
  const shown = shortened(body, longestBody);
  const failure: Failure = { kind: isOfTheMoment(status) ? 'network' : 'execution', message };
  return {
    message,
    reply: reply({ content: [text(shown === '' ? message : `${message}\n${shown}`)], failure }),
  };
}

/** The same request may succeed later. */
export function isOfTheMoment(status: number): boolean {
  return status >= 500 || status === 408 || status === 429;
}
