import { listeners } from '../../src/converser/async/listeners.ts';
import type { McpEnsemble } from '../../src/ensembles/mcp/ensemble/mcp-ensemble.ts';
import { createFakeEnsemble } from './fake-ensemble.ts';

/** A running MCP server that has one prompt and one resource, but for what is said of it. */
export function createFakeMcpEnsemble(name: string, given: Partial<McpEnsemble> = {}): McpEnsemble {
  const offering = {
    definition: {},
    reinspect: async () => {},
    server: 'running',
    manifest: { capabilities: { prompts: {}, resources: {}, completions: {} } },
    prompts: async () => [{ name: 'greet' }],
    resources: async () => [{ name: 'clock', uri: 'demo://clock' }],
    resourceTemplates: async () => [],
    complete: async () => ({ values: [] }),
    onDidChangeList: listeners<'prompts'>().listen,
  };
  return { ...createFakeEnsemble(name, {}), ...offering, ...given } as unknown as McpEnsemble;
}
