import { fork } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { getRequestListener } from '@hono/node-server';
import { Hono } from 'hono';
import type { Received, Visit } from '../../client.ts';
import { pathOf } from '../../scenario.ts';
import type { Assignment, Contestant, CreateContestant } from '../main.ts';

interface Door {
  readonly url: string;
  readonly key?: string;
}

/** A contestant that a client in another process asks: as many requests at the same time as the scenario has streams. */
export function visited(
  { wire, clientWire = wire, scenario }: Assignment,
  { url, key = 'bench' }: Door,
): Contestant {
  const visit: Visit = { url, key, scenario, wire: clientWire };
  const program = path.join(path.dirname(process.argv[1] ?? ''), 'client.js');
  const client = fork(program, [JSON.stringify(visit)], { execArgv: [] });
  client.on('exit', () => process.exit(1));
  return async () => {
    client.send('receive');
    const [received] = (await once(client, 'message')) as [Received];
    return { calls: 0, ...received };
  };
}

/** The client asks the model's server itself. */
export const createNoDoor: CreateContestant = async assignment =>
  visited(assignment, { url: assignment.url });

export const createPipeDoor: CreateContestant = assignment => passingOn(assignment, body => body);

/** Opens a server made of the gateway's own framework, so that the framework is not what is measured. */
export async function passingOn(
  assignment: Assignment,
  change: (body: ReadableStream<Uint8Array>) => ReadableStream<Uint8Array>,
): Promise<Contestant> {
  const app = new Hono();
  app.post('*', async ({ req: { raw: request } }) => {
    const { body } = await fetch(assignment.url + pathOf[assignment.wire], {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: 'Bearer bench' },
      body: await request.arrayBuffer(),
      signal: request.signal,
    });
    if (body === null) throw new Error('There is no answer.');
    const headers = { 'content-type': 'text/event-stream; charset=utf-8', 'cache-control': 'no-cache' };
    return new Response(change(body), { headers });
  });
  const server = createServer(getRequestListener(app.fetch, { overrideGlobalObjects: false }));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return visited(assignment, { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}` });
}
