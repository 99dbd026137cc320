import { fork } from 'node:child_process';
import { once } from 'node:events';
import { Agent, createServer, request as openRequest } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
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

export const createPipeDoor: CreateContestant = assignment => passingOn(assignment, () => bytes => bytes);

/** Makes of each packet what is written for it: an empty one writes nothing. */
export type Change = (packet: Buffer) => string | Buffer;

/** The least that a door is: bare `node:http` on both sides, with connections that are kept. */
export async function passingOn(
  { url, ...assignment }: Assignment,
  createChange: () => Change,
): Promise<Contestant> {
  const agent = new Agent({ keepAlive: true });
  const headers = { 'content-type': 'application/json', authorization: 'Bearer bench' };
  const options = { method: 'POST', agent, headers };
  const server = createServer((request, response) => {
    const change = createChange();
    const asked = openRequest(url + pathOf[assignment.wire], options, answer => {
      response.writeHead(200, {
        'content-type': 'text/event-stream; charset=utf-8',
        'cache-control': 'no-cache',
      });
      answer.on('data', (packet: Buffer) => {
        const changed = change(packet);
        if (changed.length > 0 && !response.write(changed)) answer.pause();
      });
      answer.on('end', () => response.end());
      response.on('drain', () => answer.resume());
    });
    response.on('close', () => asked.destroy());
    request.pipe(asked);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return visited({ url, ...assignment }, { url: `http://127.0.0.1:${port}` });
}
