import { createHash, randomUUID } from 'node:crypto';
import { createMcpHandler } from '@modelcontextprotocol/server';
import { type HttpListener, listenWith } from './http-listener.ts';
import { createModernServer } from './modern-server.ts';

/** A server of tools that lets nobody in without a token, and the authorization server that gives tokens. */
export interface GuardedServer extends HttpListener {
  /** Of the tools. */
  readonly mcp: string;
  /** What the authorization server was asked, in order. */
  readonly asked: readonly Asked[];
  /** Takes back all tokens that give access; those that renew stay. */
  expire(): void;
  /** Takes back those that renew, too. */
  revoke(): void;
  /** Forgets who has registered. */
  forgetClients(): void;
  /** From now on calls need this right as well. */
  need(scope: string): void;
}

export interface Asked {
  readonly path: string;
  readonly params: Readonly<Record<string, string>>;
}

/** What the authorization server does otherwise than it should, or otherwise than most. */
export interface Guard {
  /** Where people find it, if that is not where it listens. */
  readonly address?: string;
  /** Says that it tells who it is, and tells this `iss`: the right one where it is `true`, and none where it is empty. */
  readonly iss?: string | true;
  /** Says that it guards this server. */
  readonly resource?: string;
  /** Shows people a page, on which they consent or decline, before it sends them back. */
  readonly hasPage?: boolean;
  /** Sends people back with an error. */
  readonly error?: string;
  /** Greets nobody without this right, and tells only those of it who have a token. */
  readonly helloScope?: string;
  /** Gives nobody this right, and whoever asks for it nothing at all. */
  readonly refusedScope?: string;
  /** Sends people back with another `state`. */
  readonly state?: string;
  /** Tells that it can be signed in to here. */
  readonly authorizationEndpoint?: string;
  /** Tells that it can be signed in to under this name of the machine, which the browser alone has to know. */
  readonly pageHost?: string;
  /** Gives no tokens that renew. */
  readonly noRefresh?: boolean;
  /** Says this in place of a token; a token where it is nothing. */
  readonly tokenError?: (params: Readonly<Record<string, string>>) => string | undefined;
}

interface Grant {
  readonly scope: string;
  readonly challenge: string;
  readonly client: string;
  readonly redirect: string;
}

export async function startGuardedServer(guard: Guard = {}): Promise<GuardedServer> {
  const asked: Asked[] = [];
  const clients = new Set<string>();
  const codes = new Map<string, Grant>();
  const access = new Map<string, string>();
  const refresh = new Map<string, string>();
  let needed = 'read';
  const handler = createMcpHandler(createModernServer);
  const listener: HttpListener = await listenWith(request => answer(request));
  const url = guard.address ?? listener.url;

  async function answer(request: Request): Promise<Response> {
    const { pathname, searchParams } = new URL(request.url);
    if (pathname === '/mcp') return guarded(request);
    const body = request.method === 'POST' ? await request.text() : '';
    const isJson = request.headers.get('content-type')?.includes('json') === true;
    const params: Record<string, string> = isJson
      ? { body }
      : Object.fromEntries(body === '' ? searchParams : new URLSearchParams(body));
    asked.push({ path: pathname, params });
    switch (pathname) {
      case '/.well-known/oauth-protected-resource/mcp':
        return Response.json({ resource: guard.resource ?? `${url}/mcp`, authorization_servers: [url] });
      case '/.well-known/oauth-authorization-server':
        return Response.json(metadata());
      case '/register':
        return register(body);
      case '/authorize':
        return guard.hasPage ? page(searchParams) : authorize(params);
      case '/answer':
        return authorize(params);
      case '/token':
        return token(params);
      default:
        return new Response('', { status: 404 });
    }
  }

  async function guarded(request: Request): Promise<Response> {
    const given = access.get(request.headers.get('authorization')?.replace('Bearer ', '') ?? '');
    const where = `resource_metadata="${url}/.well-known/oauth-protected-resource/mcp"`;
    const more = `${where}, scope="${needed}"`;
    if (given === undefined) return refusal(401, `Bearer ${more}`);
    const { helloScope: hello } = guard;
    if (hello !== undefined && !given.split(' ').includes(hello)) {
      return refusal(403, `Bearer error="insufficient_scope", ${where}, scope="${hello}"`);
    }
    if (given.split(' ').includes(needed)) return handler.fetch(request);
    const { method } = JSON.parse(await request.clone().text()) as { method?: string };
    if (method !== 'tools/call') return handler.fetch(request);
    return refusal(403, `Bearer error="insufficient_scope", ${more}`);
  }

  function metadata() {
    return {
      issuer: url,
      authorization_endpoint: guard.authorizationEndpoint ?? ownPage(),
      token_endpoint: `${url}/token`,
      registration_endpoint: `${url}/register`,
      response_types_supported: ['code'],
      grant_types_supported: ['authorization_code', 'refresh_token'],
      code_challenge_methods_supported: ['S256'],
      token_endpoint_auth_methods_supported: ['none'],
      ...(guard.iss === undefined ? {} : { authorization_response_iss_parameter_supported: true }),
    };
  }

  function ownPage(): string {
    const page = new URL('/authorize', url);
    page.hostname = guard.pageHost ?? page.hostname;
    return page.href;
  }

  function register(body: string): Response {
    const client = `client-${randomUUID()}`;
    clients.add(client);
    return Response.json({ ...JSON.parse(body), client_id: client }, { status: 201 });
  }

  function authorize(params: Readonly<Record<string, string>>): Response {
    const { client_id: client = '', redirect_uri: redirect = '', state = '', scope = '' } = params;
    const back = new URL(redirect);
    back.searchParams.set('state', guard.state ?? state);
    if (guard.iss) back.searchParams.set('iss', guard.iss === true ? url : guard.iss);
    const isRefused = guard.refusedScope !== undefined && scope.split(' ').includes(guard.refusedScope);
    const error = params.answer === 'no' ? 'access_denied' : isRefused ? 'invalid_scope' : guard.error;
    if (error !== undefined) back.searchParams.set('error', error);
    else {
      const code = `code-${randomUUID()}`;
      codes.set(code, { scope, challenge: params.code_challenge ?? '', client, redirect });
      back.searchParams.set('code', code);
    }
    return new Response('', { status: 302, headers: { location: back.href } });
  }

  function token(params: Readonly<Record<string, string>>): Response {
    const { client_id: client = '', grant_type: kind, code = '', refresh_token: old = '' } = params;
    const fault = guard.tokenError?.(params);
    if (fault !== undefined) return new Response(fault, { status: 400 });
    if (!clients.has(client) && !client.startsWith('https://')) return oauthError('invalid_client');
    if (kind === 'refresh_token') {
      const scope = refresh.get(old);
      refresh.delete(old);
      return scope === undefined ? oauthError('invalid_grant') : give(scope);
    }
    const grant = codes.get(code);
    codes.delete(code);
    const verifier = params.code_verifier ?? '';
    const proof = createHash('sha256').update(verifier).digest('base64url');
    const isSound =
      grant?.challenge === proof && grant.client === client && grant.redirect === params.redirect_uri;
    return isSound ? give(grant.scope) : oauthError('invalid_grant');
  }

  function give(scope: string): Response {
    const token = `access-${randomUUID()}`;
    const renewing = `refresh-${randomUUID()}`;
    access.set(token, scope);
    if (!guard.noRefresh) refresh.set(renewing, scope);
    const given = { access_token: token, token_type: 'Bearer', expires_in: 3600, scope };
    return Response.json({ ...given, ...(guard.noRefresh ? {} : { refresh_token: renewing }) });
  }

  return {
    ...listener,
    mcp: `${url}/mcp`,
    asked,
    expire: () => access.clear(),
    revoke() {
      access.clear();
      refresh.clear();
    },
    forgetClients: () => clients.clear(),
    need(scope) {
      needed = scope;
    },
  };
}

/** What a person is asked there, with what was asked for kept in the address of each answer. */
function page(request: URLSearchParams): Response {
  const to = (answer: string) => `/answer?answer=${answer}&${request}`.replaceAll('&', '&amp;');
  const links = `<a href="${to('yes')}">Allow</a> <a href="${to('no')}">Decline</a>`;
  const text = `<!doctype html><title>The guard</title><p>May Converser use your tools?</p>${links}`;
  return new Response(text, { headers: { 'content-type': 'text/html; charset=utf-8' } });
}

function refusal(status: number, challenge: string): Response {
  return new Response('', { status, headers: { 'www-authenticate': challenge } });
}

function oauthError(error: string): Response {
  return Response.json({ error }, { status: 400 });
}
