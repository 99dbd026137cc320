import type { ConversePorts } from '../converser/turn/converse-options.ts';
import type { ModelRoster } from '../converser/words/models/model-roster.ts';
import type { Activity } from './activity.ts';
import type { Answer } from './answer.ts';
import type { Asked } from './asked.ts';
import type { ExposureMemory } from './conversations/client-exposure.ts';
import { createConversations } from './conversations/conversations.ts';
import type { KeptConversations } from './conversations/kept-conversations.ts';
import { createMemoryConversations } from './conversations/memory-conversations.ts';
import { createAdmission } from './guard/admission.ts';
import type { Admitted } from './guard/admitted.ts';
import type { ClientKeys } from './guard/client-keys.ts';
import type { ClientModels } from './guard/client-models.ts';
import { createDayBudget, type SpendingStore } from './guard/day-budget.ts';
import { guard, type Way } from './guard/guard.ts';
import { type Limits, ordinaryLimits } from './guard/limits.ts';
import { healthRoute } from './health.ts';
import { type ContentLog, logContent } from './log-content.ts';
import { mcpRoutes } from './mcp/mcp-routes.ts';
import { createModelFinder, type ModelChoices } from './models/find-model.ts';
import { modelRoutes } from './models/model-routes.ts';
import { openApiRoute } from './openapi.ts';
import { refusalFor, refusals } from './refusal.ts';
import { type Route, restOfPath } from './route.ts';
import { wireRoutes } from './wires/wire-routes.ts';

export interface Gateway {
  /** Never rejects. */
  readonly answer: (asked: Asked, way: Way) => Promise<Answer>;
  close(): Promise<void>;
}

export interface GatewayPorts {
  readonly ports: SharedPorts;
  readonly models: ModelRoster;
  readonly keys: ClientKeys;
  readonly activity: Activity;
}

/** A key may limit a program to some models, so its turns ask no others; see `ModelChoices` for fallbacks. */
export type SharedPorts = Omit<ConversePorts, 'models' | 'fallbacks'>;

export interface GatewayOptions {
  readonly choices?: () => ModelChoices;
  readonly limits?: Partial<Limits>;
  /** Web pages from these origins may come in with a key, such as `https://app.example`. Default: none. */
  readonly origins?: () => readonly string[];
  readonly contentLog?: () => ContentLog | undefined;
  readonly spendings?: SpendingStore;
  readonly turns?: TurnOptions;
}

export interface TurnOptions {
  readonly supervisor?: () => string;
  readonly kept?: KeptConversations;
  readonly exposures?: ExposureMemory;
}

export function createGateway(
  { ports, models: modelRoster, keys, activity }: GatewayPorts,
  { choices, limits: own = {}, origins = () => [], contentLog, spendings, turns = {} }: GatewayOptions = {},
): Gateway {
  const { host, roster } = ports;
  const closing = new AbortController();
  const limits = { ...ordinaryLimits, ...own };
  const { clock } = host;
  const admissions = {
    models: createAdmission({ limits, clock }),
    mcp: createAdmission({ limits: { ...limits, running: limits.mcp, waiting: 0 }, clock }),
  };
  const budget = createDayBudget(clock, spendings);
  const finderFor = (models: ClientModels) => createModelFinder(models, choices);
  const { supervisor, exposures, kept = createMemoryConversations() } = turns;
  const conversations = createConversations({ ports, kept, activity, supervisor, exposures });
  const mcp = mcpRoutes({ ports, kept, conversations, finderFor });
  const routes: Route[] = [
    healthRoute({ roster, clock, admission: admissions.models }),
    ...modelRoutes({ finderFor }),
    ...wireRoutes({ finderFor, host, roster, activity, conversations }),
    ...mcp.routes,
    openApiRoute(() => routes),
  ];
  const answer = guard({
    ...{ keys, host, limits, admissions, origins, budget },
    models: modelRoster,
    closing: closing.signal,
    answer(admitted) {
      const log = contentLog?.();
      if (log !== undefined) logContent(log, admitted);
      return answerAt(routes, admitted);
    },
  });
  return {
    answer,
    async close() {
      closing.abort();
      await mcp.close();
    },
  };
}

function answerAt(routes: readonly Route[], admitted: Admitted): Answer | Promise<Answer> {
  const { asked } = admitted;
  const { path } = asked;
  const exact = routes.find(route => route.path === path && route.method === asked.method);
  if (exact !== undefined) return exact.answer(admitted, '');
  const there = routes.flatMap(route => {
    const rest = restOfPath(route, path);
    return rest === undefined ? [] : [{ route, rest }];
  });
  const offered = methodsAt(path, there);
  const method = asked.method === 'HEAD' && offered.includes('HEAD') ? 'GET' : asked.method;
  const found = there.find(({ route }) => route.method === method);
  return found?.route.answer(admitted, found.rest) ?? answerOtherMethod(asked, path, offered);
}

/** The guard itself answers `HEAD /`. HEAD is no GET of `/mcp`, which would open a stream. */
function methodsAt(path: string, there: readonly { readonly route: Route }[]): readonly string[] {
  if (path === '/') return ['HEAD'];
  return there.flatMap(({ route: { method } }) =>
    method === 'GET' && path !== '/mcp' ? ['GET', 'HEAD'] : [method],
  );
}

function answerOtherMethod(request: Asked, path: string, offered: readonly string[]): Answer {
  const { method } = request;
  if (offered.length === 0) return refusalFor(request, refusals.noRoute(method, path));
  // https://www.rfc-editor.org/rfc/rfc9110#name-405-method-not-allowed
  const allow = [...offered, 'OPTIONS'].join(', ');
  if (method === 'OPTIONS') return { status: 204, headers: { allow } };
  // Codex tries a WebSocket first, and goes on at once after this status only.
  const isWebSocket = request.headers.get('upgrade')?.toLowerCase() === 'websocket';
  const refusal = isWebSocket
    ? refusals.webSocket({ path, offered })
    : refusals.wrongMethod(method, { path, offered });
  const answer = refusalFor(request, refusal);
  Object.assign(answer.headers, { allow }, isWebSocket && { upgrade: 'HTTP/1.1' });
  return answer;
}
