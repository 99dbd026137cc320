import {
  type HttpServer,
  ordinaryMaxTimeout,
  ordinaryTimeout,
  type ServerDefinition,
  type StdioServer,
} from '../../../src/ensembles/mcp/definition/server-definition.ts';
import type { Values } from '../../../src/ensembles/mcp/definition/values.ts';

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

/** The folders `/ws` and `/other` are open, and their files cannot be read. */
export function someValues(more: Partial<Values> = {}): Values {
  return {
    env: name => ({ TOKEN: 'of-env', EMPTY: '' })[name],
    secret: async key => ({ weather: 's3cr3t' })[key],
    input: async () => 'answered',
    folders: [
      { name: 'ws', path: '/ws' },
      { name: 'other', path: '/other' },
    ],
    userHome: '/home/ada',
    readText: async () => undefined,
    ...more,
  };
}
