import { randomUUID } from 'node:crypto';
import {
  createMcpHandler,
  type McpRequestContext,
  type McpServer,
  WebStandardStreamableHTTPServerTransport,
} from '@modelcontextprotocol/server';
import { type HttpListener, listenWith } from './http-listener.ts';

export type Age = 'older' | 'newer';
export const ages: readonly Age[] = ['older', 'newer'];

/** Puts a server behind a socket, and lets it speak the protocol of one era alone. */
export async function serveEra(
  age: Age,
  create: (context: Pick<McpRequestContext, 'era'>) => McpServer,
): Promise<HttpListener> {
  if (age === 'newer') return listenWith(createMcpHandler(create, { legacy: 'reject' }).fetch);
  const transport = new WebStandardStreamableHTTPServerTransport({ sessionIdGenerator: randomUUID });
  await create({ era: 'legacy' }).connect(transport);
  return listenWith(request => transport.handleRequest(request));
}
