import type { ServerDefinition } from '../../../src/ensembles/mcp/definition/server-definition.ts';
import { createMcpEnsemble, type McpEnsemble } from '../../../src/ensembles/mcp/ensemble/mcp-ensemble.ts';
import { createPorts, type SomePorts, type TriedPorts } from './servers.ts';

type End = () => unknown;

/** What is done when a test is over, the last first. Call it inside a `describe`. */
export function endsOfTest(): End[] {
  const ends: End[] = [];
  afterEach(async () => {
    for (const end of ends.splice(0).reverse()) await end();
  });
  return ends;
}

export interface Made {
  readonly ensemble: McpEnsemble;
  readonly ports: TriedPorts;
}

/** Makes ensembles that are gone when their test is over. Call it inside a `describe`. */
export function ensemblesOfTest(ends = endsOfTest()) {
  return (definition: ServerDefinition, more: SomePorts = {}): Made => {
    const ports = createPorts(more);
    const ensemble = createMcpEnsemble(definition, ports);
    ends.push(() => ensemble.disconnect());
    return { ensemble, ports };
  };
}
