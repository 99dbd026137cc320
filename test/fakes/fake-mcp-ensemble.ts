import { listeners } from '../../src/converser/ground/async/listeners.ts';
import type { Library } from '../../src/converser/words/ensemble/library.ts';
import type { McpEnsemble } from '../../src/ensembles/mcp/ensemble/mcp-ensemble.ts';
import { createFakeEnsemble } from './fake-ensemble.ts';

export type FakeMcpEnsemble = Omit<Partial<McpEnsemble>, 'library'> & { readonly library?: Partial<Library> };

/** A running MCP server that has one prompt and one resource, but for what is said of it. */
export function createFakeMcpEnsemble(
  name: string,
  { library, ...given }: FakeMcpEnsemble = {},
): McpEnsemble {
  const offering = {
    definition: {},
    reinspect: async () => {},
    server: 'running',
    manifest: { capabilities: { prompts: {}, resources: {}, completions: {} } },
    onDidChangeList: listeners<'prompts'>().listen,
  };
  const full: Partial<Library> = {
    prompts: async () => [{ name: 'greet' }],
    resources: async () => [{ name: 'clock', uri: 'demo://clock' }],
    resourceTemplates: async () => [],
    complete: async () => ({ values: [] }),
    ...library,
  };
  return { ...createFakeEnsemble(name, {}), ...offering, library: full, ...given } as unknown as McpEnsemble;
}
