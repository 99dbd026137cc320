import { Hono } from 'hono';
import type { EnsembleRoster } from '../converser/ensemble/ensemble-roster.ts';
import { stackOf } from '../converser/errors.ts';
import type { Host } from '../converser/host.ts';
import type { ModelRoster } from '../converser/models/model-roster.ts';
import type { Permissions } from '../converser/permission/permissions.ts';
import type { Activity } from './activity/activity.ts';
import type { ClientKeys } from './guard/client-keys.ts';
import { type GuardedEnv, guard } from './guard/guard.ts';
import { createModelFinder, type ModelChoices } from './models/find-model.ts';
import { modelRoutes } from './models/model-routes.ts';
import { refusalFor, refusals } from './refusal.ts';
import { wireRoutes } from './wires/wire-routes.ts';

/** One door for other programs: every model, and every tool. */
export interface Gateway {
  /** Answers a request. Never rejects. */
  readonly fetch: (request: Request) => Promise<Response>;
  /** Ends whatever is still being answered. */
  close(): Promise<void>;
}

export interface GatewayPorts {
  readonly models: ModelRoster;
  readonly roster: EnsembleRoster;
  readonly permissions: Permissions;
  readonly host: Host;
  readonly keys: ClientKeys;
  readonly activity: Activity;
}

export interface GatewayOptions {
  readonly choices?: ModelChoices;
}

export function createGateway(
  { models: roster, host, keys, activity }: GatewayPorts,
  { choices }: GatewayOptions = {},
): Gateway {
  const models = createModelFinder(roster, choices);
  const closing = new AbortController();
  const app = new Hono<GuardedEnv>();
  app.on('HEAD', '/', context => context.body(null, 200));
  app.use(guard({ keys }));
  app.route('/', modelRoutes({ models }));
  app.route('/', wireRoutes({ models, host, activity, closing: closing.signal }));
  app.notFound(({ req }) => refusalFor(req.raw, refusals.noRoute(req.method, req.path)));
  app.onError((cause, { req }) => {
    host.log.error(stackOf(cause));
    return refusalFor(req.raw, refusals.ofError(cause));
  });
  return {
    fetch: async request => app.fetch(request),
    async close() {
      closing.abort();
    },
  };
}
