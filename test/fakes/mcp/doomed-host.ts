/** Starts the server that its arguments describe, and then waits to be killed. */

import { createSystemClock } from '../../../src/converser/ground/system-ports.ts';
import type { ServerDefinition } from '../../../src/ensembles/mcp/definition/server-definition.ts';
import { createMcpEnsemble } from '../../../src/ensembles/mcp/ensemble/mcp-ensemble.ts';
import { createProcessGuard } from '../../../src/ensembles/process/process-guard.ts';

const definition = JSON.parse(process.argv[2] ?? '') as ServerDefinition;
const ensemble = createMcpEnsemble(definition, {
  clock: createSystemClock(),
  process: { environment: process.env, loginPath: async () => undefined, guard: createProcessGuard() },
  connection: { log: () => {} },
  beforeStart: {},
  tools: {},
});
await ensemble.connect(new AbortController().signal);
process.stdout.write(`${ensemble.state.status}\n`);
setInterval(() => {}, 1_000_000);
