import type { Hono } from 'hono';
import type { GuardedEnv } from './guard/guard.ts';
import { refusalFor, refusals } from './refusal.ts';

export function answerOtherMethod(app: Hono<GuardedEnv>, request: Request, path: string): Response {
  const { method } = request;
  const offered = methodsAt(app, path);
  if (offered.length === 0) return refusalFor(request, refusals.noRoute(method, path));
  // https://www.rfc-editor.org/rfc/rfc9110#name-405-method-not-allowed
  const allow = { allow: [...offered, 'OPTIONS'].join(', ') };
  if (method === 'OPTIONS') return new Response(null, { status: 204, headers: allow });
  const response = refusalFor(request, refusals.wrongMethod(method, { path, offered }));
  response.headers.set('allow', allow.allow);
  return response;
}

/** The guard itself answers `HEAD /`. */
function methodsAt({ router, routes }: Hono<GuardedEnv>, path: string): readonly string[] {
  if (path === '/') return ['HEAD'];
  const countAt = (method: string) => router.match(method, path)[0].length;
  // Only the guard matches every method.
  const guards = countAt('none');
  const methods = [...new Set(routes.map(({ method }) => method))].filter(
    method => method !== 'ALL' && countAt(method) > guards,
  );
  return methods.flatMap(method => (method === 'GET' && path !== '/mcp' ? ['GET', 'HEAD'] : [method]));
}
