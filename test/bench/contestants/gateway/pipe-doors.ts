import { once } from 'node:events';
import { Agent, createServer, request as openRequest } from 'node:http';
import type { AddressInfo } from 'node:net';
import { pathOf } from '../../scenario.ts';
import type { CreateContestant } from '../main.ts';
import { visited } from './door.ts';
import { openHono, passOn, streamHeaders } from './hono-door.ts';

/** Passes on bytes, with the gateway's own framework. */
export const createPipeDoor: CreateContestant = async assignment => {
  const url = await openHono(async request => {
    const { body } = await passOn(request, assignment.url + pathOf[assignment.wire]);
    return new Response(body, { headers: streamHeaders });
  });
  return visited(assignment, { url });
};

/** The same without a framework: the least that any program can do. */
export const createBarePipeDoor: CreateContestant = async assignment => {
  const agent = new Agent({ keepAlive: true });
  const server = createServer((request, response) => {
    const headers = {
      'content-type': 'application/json',
      'content-length': request.headers['content-length'],
    };
    const asked = openRequest(assignment.url + request.url, { method: 'POST', agent, headers }, answer => {
      response.writeHead(200, streamHeaders);
      answer.pipe(response);
    });
    request.pipe(asked);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return visited(assignment, { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}` });
};

/** The client asks the model's server itself. */
export const createNoDoor: CreateContestant = async assignment =>
  visited(assignment, { url: assignment.url });
