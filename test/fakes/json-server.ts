import { createServer, type IncomingHttpHeaders } from 'node:http';
import { text } from 'node:stream/consumers';
import { type Loopback, onLoopback } from './loopback.ts';

export interface JsonRequest {
  readonly method: string;
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: unknown;
}

export interface JsonAnswer {
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body: unknown;
}

export interface JsonServer extends Loopback {
  readonly seen: readonly JsonRequest[];
}

/** Answers JSON with JSON on a port of loopback, and 404 where `route` knows nothing. */
export async function startJsonServer(
  route: (request: JsonRequest) => JsonAnswer | undefined | Promise<JsonAnswer | undefined>,
): Promise<JsonServer> {
  const seen: JsonRequest[] = [];
  const server = createServer(async (incoming, response) => {
    const { method = '', url: path = '', headers } = incoming;
    const written = await text(incoming);
    const request = { method, path, headers, body: written === '' ? undefined : JSON.parse(written) };
    seen.push(request);
    const answer: JsonAnswer = (await route(request)) ?? { status: 404, body: 'not found' };
    const { status = 200, headers: more, body } = answer;
    response.writeHead(status, { 'content-type': 'application/json', ...more }).end(JSON.stringify(body));
  });
  return { ...(await onLoopback(server)), seen };
}
