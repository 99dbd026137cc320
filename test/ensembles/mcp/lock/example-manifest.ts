import type { Tool } from '@modelcontextprotocol/client';
import type { Manifest } from '../../../../src/ensembles/mcp/manifest/manifest.ts';

/** What a server says that has these tools. */
export function aManifest(tools: readonly Tool[], version = '1.0.0'): Manifest {
  return {
    form: 2,
    announced: [],
    serverInfo: { name: 'a-server', version },
    protocolVersion: '2025-11-25',
    capabilities: { tools: {} },
    tools,
    unusable: [],
  };
}

export function aTool(name: string, more: Partial<Tool> = {}): Tool {
  return {
    name,
    description: `Does ${name}.`,
    inputSchema: { type: 'object', properties: { [`of_${name}`]: { type: 'string' } } },
    ...more,
  };
}
