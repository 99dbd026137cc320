import { onceAborted } from '../../converser/ground/async/abort.ts';
import { flowOfBody } from '../../converser/ground/async/flow-of-body.ts';
import type { Answer } from '../answer.ts';
import type { Access } from '../guard/client-keys.ts';
import type { ClientModels } from '../guard/client-models.ts';
import type { ModelFinder } from '../models/find-model.ts';
import type { Route } from '../route.ts';
import type { ClientDoor } from './http/client-door.ts';
import type { McpPorts } from './mcp-server-ports.ts';

export interface McpRoutes {
  readonly routes: readonly Route[];
  close(): Promise<void>;
}

export interface McpRoutesPorts extends Omit<McpPorts, 'models'> {
  readonly finderFor: (models: ClientModels) => ModelFinder;
}

export function mcpRoutes({ finderFor, ...ports }: McpRoutesPorts): McpRoutes {
  const doors = new Map<string, OpenDoor>();
  const load = async (access: Access, models: ClientModels) => {
    const { createClientDoor } = await import('./http/client-door.ts');
    return createClientDoor(access, { ...ports, models: finderFor(models) });
  };

  function doorOf(access: Access, models: ClientModels): Promise<ClientDoor> {
    const { client, keyId, revoked } = access;
    // A key that may do less from now on doesn't go on with its sessions.
    const scopes = `${keyId} ${JSON.stringify(client)}`;
    const known = doors.get(scopes);
    if (known !== undefined) return known.door;
    const door = load(access, models);
    let stopTimer = () => {};
    const stopListening = onceAborted(revoked, () => {
      stopTimer = ports.ports.host.clock.after(farewell, () => void close());
    });
    const close = async () => {
      stopListening();
      stopTimer();
      doors.delete(scopes);
      await door.then(opened => opened.close()).catch(() => {});
    };
    doors.set(scopes, { door, close });
    return door;
  }

  const answer: Route['answer'] = async ({ asked, models, body, ...access }) => {
    const { address, method, headers, signal } = asked;
    const request = new Request(address, { method, headers: [...headers], signal: signal() });
    return answerOf(await (await doorOf(access, models)).answer(request, body));
  };
  return {
    routes: ['GET', 'POST', 'DELETE'].map(method => ({ method, path: '/mcp', answer })),
    async close() {
      await Promise.all([...doors.values()].map(({ close }) => close()));
    },
  };
}

async function answerOf(response: Response): Promise<Answer> {
  const { status, headers, body } = response;
  const isStream = body !== null && headers.get('content-type')?.startsWith('text/event-stream') === true;
  const head = { status, headers: Object.fromEntries(headers) };
  if (isStream) return { ...head, body: flowOfBody(body) };
  return body === null ? head : { ...head, body: await response.text() };
}

interface OpenDoor {
  readonly door: Promise<ClientDoor>;
  close(): Promise<void>;
}

/** In milliseconds, in which the calls of a revoked key say how they ended. */
const farewell = 100;
