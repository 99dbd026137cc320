const readable = [
  'x-request-id',
  'request-id',
  'retry-after',
  'x-should-retry',
  'allow',
  'x-converser-model',
  'x-converser-ignored',
  'x-converser-conversation',
  'mcp-session-id',
  'mcp-protocol-version',
  ...['limit', 'remaining', 'reset'].flatMap(what => [
    `x-ratelimit-${what}-requests`,
    `anthropic-ratelimit-requests-${what}`,
  ]),
].join(', ');

export function isAllowedOrigin(origin: string, allowed: readonly string[]): boolean {
  // Pages without an origin of their own, such as those in a sandbox, all call themselves “null”.
  return origin !== 'null' && allowed.includes(origin);
}

/** https://fetch.spec.whatwg.org/#cors-preflight-request */
export function preflightAnswer({ headers }: Request): Response {
  const asked = headers.get('access-control-request-headers') ?? '';
  return new Response(null, {
    status: 204,
    headers: {
      'access-control-allow-methods': 'GET, HEAD, POST, DELETE',
      // Only the key counts, whatever else the page sends along.
      ...(asked === '' ? {} : { 'access-control-allow-headers': asked }),
      ...(headers.has('access-control-request-private-network')
        ? { 'access-control-allow-private-network': 'true' }
        : {}),
      'access-control-max-age': '600',
      vary: 'Access-Control-Request-Headers',
    },
  });
}

export function allowOrigin(headers: Headers, origin: string): void {
  headers.set('access-control-allow-origin', origin);
  headers.set('access-control-expose-headers', readable);
  headers.append('vary', 'Origin');
}
