import { EventEmitter, once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { text } from 'node:stream/consumers';
import { setImmediate } from 'node:timers/promises';
import { chatComplaint } from './chat-complaints.ts';
import { type Loopback, onLoopback } from './loopback.ts';
import { responsesComplaint } from './responses-complaints.ts';

export interface Received {
  readonly method: string;
  readonly url: string;
  readonly headers: IncomingMessage['headers'];
  readonly body: Readonly<Record<string, unknown>>;
  /** Resolves when the other side has closed the connection before the answer was complete. */
  readonly closed: Promise<void>;
}

export type Answer = (response: ServerResponse, received: Received) => Promise<void> | void;

export interface FakeOpenAiServer extends Omit<Loopback, 'port'> {
  readonly received: readonly Received[];
  nextRequest(): Promise<Received>;
}

/**
 * Speaks the vendor's protocol on a port of loopback; requests are answered as `answer` has it, unless a real
 * server would refuse them.
 */
export async function startOpenAiServer(
  answer: Answer,
  models: readonly object[] = [{ id: 'test-model', object: 'model', created: 0, owned_by: 'test' }],
): Promise<FakeOpenAiServer> {
  const received: Received[] = [];
  const arrivals = new EventEmitter<{ request: [Received] }>();
  const server = createServer(async (request, response) => {
    const { promise: closed, resolve } = Promise.withResolvers<void>();
    response.on('close', () => response.writableFinished || resolve());
    const { method = '', url = '', headers } = request;
    const written = await text(request);
    const each = { method, url, headers, body: written === '' ? {} : JSON.parse(written), closed };
    received.push(each);
    arrivals.emit('request', each);
    if (method === 'GET' && url.endsWith('/models'))
      return answerJson({ object: 'list', data: models })(response);
    // What local servers are asked besides; this one is none of those that we know.
    if (!url.startsWith('/v1/')) return answerJson({ error: { message: 'Not found' } }, 404)(response);
    const complaint = complaintAbout(each);
    if (complaint !== undefined) {
      const error = { message: complaint, type: 'invalid_request_error', param: null, code: null };
      return answerJson({ error }, 400)(response);
    }
    await answer(response, each);
  });
  const { url: origin, close } = await onLoopback(server);
  const nextRequest = async () => {
    const [next] = await once(arrivals, 'request');
    return next as Received;
  };
  return { url: `${origin}/v1`, received, nextRequest, close };
}

function complaintAbout({ url, body }: Received): string | undefined {
  if (url.endsWith('/chat/completions')) return chatComplaint(body);
  return url.endsWith('/responses') ? responsesComplaint(body) : undefined;
}

export function answerJson(value: unknown, status = 200, headers: Record<string, string> = {}) {
  return (response: ServerResponse): void => {
    response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(JSON.stringify(value));
  };
}

/** Answers with these chunks; a text is sent as it is, as one line of data. */
export function answerChunks(chunks: readonly (object | string)[]): Answer {
  return response => {
    startEvents(response);
    for (const chunk of chunks) sendEvent(response, chunk);
    response.end('data: [DONE]\n\n');
  };
}

export function startEvents(response: ServerResponse): void {
  response.writeHead(200, { 'content-type': 'text/event-stream' });
}

export function sendEvent(response: ServerResponse, chunk: object | string): void {
  response.write(`data: ${typeof chunk === 'string' ? chunk : JSON.stringify(chunk)}\n\n`);
}

/** Node sends what is written in one go as one piece, and loses it where the connection ends in the same go. */
export async function sendApart(response: ServerResponse, chunk: object | string): Promise<void> {
  sendEvent(response, chunk);
  await setImmediate();
}

export function chunk(delta: object, finishReason: string | null = null): object {
  return {
    id: 'chatcmpl-1',
    object: 'chat.completion.chunk',
    created: 1,
    model: 'test-model',
    choices: [{ index: 0, delta, finish_reason: finishReason }],
  };
}
