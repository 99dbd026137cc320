import type { OpenGateway } from './open-gateway.ts';

/** Begins a session as an MCP client of 2025 does. */
export function initialize({ post }: OpenGateway, more: Readonly<Record<string, string>> = {}) {
  const params = { protocolVersion: '2025-11-25', capabilities: {}, clientInfo: { name: 'x', version: '1' } };
  const headers = { accept: 'application/json, text/event-stream' };
  return post('/mcp', { jsonrpc: '2.0', id: 0, method: 'initialize', params }, { ...headers, ...more });
}
