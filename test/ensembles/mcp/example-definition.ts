import {
  type HttpServer,
  ordinaryMaxTimeout,
  ordinaryTimeout,
  type ServerDefinition,
  type StdioServer,
} from '../../../src/ensembles/mcp/definition/server-definition.ts';

/** A server that came with the folder `/ws`. */
export function aServer(
  transport: Partial<StdioServer> | HttpServer = {},
  more: Partial<ServerDefinition> = {},
): ServerDefinition {
  return {
    name: 'weather',
    origin: 'workspace',
    source: { kind: 'mcp.json', place: '/ws/.vscode/mcp.json' },
    folder: '/ws',
    enabled: true,
    eager: false,
    timeout: ordinaryTimeout,
    maxTimeout: ordinaryMaxTimeout,
    tools: {},
    sampling: false,
    ...more,
    transport:
      transport.kind === 'http' || transport.kind === 'sse'
        ? transport
        : { command: 'npx', args: ['-y', 'weather-server@1.2.3'], env: {}, ...transport, kind: 'stdio' },
  };
}
