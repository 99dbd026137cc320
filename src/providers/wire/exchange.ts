import type { ModelRequest } from '../../converser/words/models/provider.ts';
import type { RequestOrigin } from '../../converser/words/models/request-log.ts';
import type { ByteFlow } from './byte-flow.ts';

/** One request and its answer. Rejects as `fetch` does. */
export type Exchange = (asked: Asked) => Promise<Answer>;

export interface Asked {
  readonly url: string;
  readonly method: string;
  readonly headers: Readonly<Record<string, string>>;
  /** They are sent one after the other, and must not be changed. */
  readonly pieces: readonly Uint8Array<ArrayBuffer>[];
  readonly signal?: AbortSignal | undefined;
  readonly redirect?: RequestRedirect;
  readonly origin?: RequestOrigin | undefined;
  readonly silence?: ModelRequest['silence'];
}

export interface Answer {
  readonly status: number;
  readonly statusText: string;
  /** Made when they are asked for. */
  readonly headers: () => Headers;
  readonly type: string;
  readonly body: ByteFlow | undefined;
}

export function isOk({ status }: Pick<Answer, 'status'>): boolean {
  return status >= 200 && status < 300;
}

export function isEventStream(answer: Pick<Answer, 'status' | 'type'>): boolean {
  return isOk(answer) && answer.type.includes('text/event-stream');
}
