import http from 'node:http';
import { text } from 'node:stream/consumers';
import { complaintAbout } from './anthropic-complaints.ts';
import { type Loopback, onLoopback } from './loopback.ts';

export interface Answer {
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string>>;
  /** Written one after the other, each in a packet of its own. */
  readonly pieces: readonly (string | Uint8Array)[];
  /** Milliseconds between two pieces. Default: none, but each piece is flushed. */
  readonly pause?: number;
  /** What happens after the last piece. `hang` leaves the connection open. Default `end`. */
  readonly afterwards?: 'end' | 'disconnect' | 'hang';
}

export interface SeenRequest {
  readonly method: string;
  readonly path: string;
  readonly headers: http.IncomingHttpHeaders;
  readonly body: Readonly<Record<string, unknown>>;
}

export interface AnthropicServer extends Loopback {
  readonly requests: readonly SeenRequest[];
  /** Resolves when a client has closed a connection before its answer had ended. */
  readonly abandoned: Promise<void>;
}

/** What the server says to a request: a list is worked off, and its last entry stays. */
export type Answers = readonly Answer[] | ((request: SeenRequest) => Answer);

/** An API of the kind Anthropic Messages on a real socket of this machine. It refuses what the real one refuses. */
export async function startAnthropicServer(
  answers: Answers,
  models: readonly object[] = [claude()],
): Promise<AnthropicServer> {
  const requests: SeenRequest[] = [];
  const abandoned = Promise.withResolvers<void>();
  const remaining = Array.isArray(answers) ? [...(answers as readonly Answer[])] : [];
  const next = (request: SeenRequest): Answer => {
    if (typeof answers === 'function') return answers(request);
    return (remaining.length > 1 ? remaining.shift() : remaining[0]) ?? sse('end-turn-without-script', []);
  };

  const server = http.createServer(async (incoming, response) => {
    const { method = '', url: path = '', headers } = incoming;
    const written = await text(incoming);
    const request = { method, path, headers, body: written === '' ? {} : JSON.parse(written) };
    requests.push(request);
    response.on('close', () => {
      if (!response.writableFinished) abandoned.resolve();
    });
    await write(response, answerTo(request, { models, next }));
  });
  return { ...(await onLoopback(server)), requests, abandoned: abandoned.promise };
}

export function claude(more: object = {}): object {
  return {
    type: 'model',
    id: 'claude-sonnet-4-5',
    display_name: 'Claude Sonnet 4.5',
    created_at: '2025-09-29T00:00:00Z',
    lifecycle: 'active',
    max_input_tokens: 200_000,
    max_tokens: 64_000,
    capabilities: { image_input: { supported: true } },
    ...more,
  };
}

export function sse(id: string, events: readonly object[]): Answer {
  const usage = { input_tokens: 12, output_tokens: 1, cache_read_input_tokens: 0 };
  const message = { id, type: 'message', role: 'assistant', model: 'm', content: [], usage };
  return { pieces: [{ type: 'message_start', message }, ...events].map(frame) };
}

export function frame(event: object & { readonly type?: string }): string {
  return `event: ${event.type}\ndata: ${JSON.stringify(event)}\n\n`;
}

export function refusal(
  status: number,
  type: string,
  { message = 'No.', ...headers }: Readonly<Record<string, string>> = {},
): Answer {
  return { status, headers, pieces: [JSON.stringify({ type: 'error', error: { type, message } })] };
}

function answerTo(
  request: SeenRequest,
  { models, next }: { readonly models: readonly object[]; readonly next: (request: SeenRequest) => Answer },
): Answer {
  const { path, headers, body } = request;
  if (headers.authorization === 'Bearer wrong-key-123') return refusal(401, 'authentication_error');
  if (path.startsWith('/v1/models')) return json({ data: models, has_more: false });
  const complaint = complaintAbout(body);
  if (complaint !== undefined) return refusal(400, 'invalid_request_error', { message: complaint });
  if (path === '/v1/messages/count_tokens') return json({ input_tokens: 42 });
  if (path === '/v1/messages') return next(request);
  return refusal(404, 'not_found_error');
}

function json(value: object): Answer {
  return { headers: { 'content-type': 'application/json' }, pieces: [JSON.stringify(value)] };
}

async function write(response: http.ServerResponse, answer: Answer): Promise<void> {
  const { status = 200, headers = {}, pieces, pause, afterwards = 'end' } = answer;
  const type = status === 200 ? 'text/event-stream' : 'application/json';
  response.writeHead(status, { 'content-type': type, ...headers });
  response.flushHeaders();
  for (const piece of pieces) {
    if (response.destroyed) return;
    await new Promise<void>(resolve => response.write(piece, () => resolve()));
    await new Promise(resolve => (pause === undefined ? setImmediate(resolve) : setTimeout(resolve, pause)));
  }
  if (afterwards === 'end') response.end();
  if (afterwards === 'disconnect') response.destroy();
}
