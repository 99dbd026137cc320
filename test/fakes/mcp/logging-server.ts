import { LOG_LEVEL_META_KEY, McpServer, type ServerContext } from '@modelcontextprotocol/server';

/**
 * A server whose tool and prompt log a word of each level that is there, and say then which level came with the
 * request. A stubborn one refuses to be told from which level on to log.
 */
export function createLoggingServer(isStubborn = false): McpServer {
  const server = new McpServer({ name: 'logging', version: '1.0.0' }, { capabilities: { logging: {} } });
  server.registerTool('log', { description: 'Logs.' }, async context => {
    await logAll(context);
    return { content: [{ type: 'text', text: levelOf(context) }] };
  });
  server.registerPrompt('log', { description: 'Logs, too.' }, async context => {
    await logAll(context);
    return { messages: [{ role: 'user', content: { type: 'text', text: levelOf(context) } }] };
  });
  if (isStubborn) {
    server.server.setRequestHandler('logging/setLevel', () => {
      throw new Error('Nobody tells me what to say.');
    });
  }
  return server;
}

const levels = ['debug', 'info', 'notice', 'warning', 'error', 'critical', 'alert', 'emergency'] as const;

async function logAll({ mcpReq }: ServerContext): Promise<void> {
  for (const level of levels) await mcpReq.log(level, level);
}

function levelOf({ mcpReq }: ServerContext): string {
  const envelope: Readonly<Record<string, unknown>> = mcpReq.envelope ?? {};
  return String(envelope[LOG_LEVEL_META_KEY] ?? 'none');
}
