import { Hono } from 'hono';
import type { Client } from '../guard/client-keys.ts';
import type { ClientModels } from '../guard/client-models.ts';
import type { GuardedEnv } from '../guard/guard.ts';
import type { ModelFinder } from '../models/find-model.ts';
import type { ClientDoor } from './http/client-door.ts';
import type { McpPorts } from './mcp-ports.ts';

export interface McpRoutes {
  readonly app: Hono<GuardedEnv>;
  /** Ends all sessions, and whatever is being answered. */
  close(): Promise<void>;
}

export interface McpRoutesPorts extends Omit<McpPorts, 'models'> {
  /** Finds among the models of one client. */
  readonly finderFor: (models: ClientModels) => ModelFinder;
}

/** `POST`, `GET` and `DELETE /mcp`: the Model Context Protocol over Streamable HTTP, in both its eras. */
export function mcpRoutes({ finderFor, ...ports }: McpRoutesPorts): McpRoutes {
  const doors = new Map<string, Promise<ClientDoor>>();
  const open = async (client: Client, models: ClientModels) => {
    const { createClientDoor } = await import('./http/client-door.ts');
    return createClientDoor(client, { ...ports, models: finderFor(models) });
  };
  const app = new Hono<GuardedEnv>();
  app.on(['POST', 'GET', 'DELETE'], '/mcp', async ({ req, var: { client, models, body } }) => {
    // A key that may do less from now on does not go on with the sessions that it has.
    const scopes = JSON.stringify(client);
    const door = doors.get(scopes) ?? open(client, models);
    doors.set(scopes, door);
    return (await door).answer(req.raw, body);
  });
  return {
    app,
    async close() {
      await Promise.all([...doors.values()].map(async door => (await door).close()));
    },
  };
}
