import type { OpenGateway } from './open-gateway.ts';

const headers = { accept: 'application/json, text/event-stream', 'content-type': 'application/json' };

/** Begins a session as an MCP client of 2025 does. */
export function initialize({ ask }: OpenGateway, more: Readonly<Record<string, string>> = {}) {
  const params = { protocolVersion: '2025-11-25', capabilities: {}, clientInfo: { name: 'x', version: '1' } };
  const body = JSON.stringify({ jsonrpc: '2.0', id: 0, method: 'initialize', params });
  return ask('/mcp', { method: 'POST', body, headers: { ...headers, ...more } });
}
