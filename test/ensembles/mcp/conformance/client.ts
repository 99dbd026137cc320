/**
 * The program that `conformance client --command` runs: Converser's own way to a server, from the ensemble down, with
 * a person who agrees to everything and a browser that follows every redirect.
 *
 * The framework appends the server's address and names the scenario in `MCP_CONFORMANCE_SCENARIO`.
 */
import { isReply } from '../../../../src/converser/ensemble/invoker.ts';
import type { JsonObject } from '../../../../src/converser/json/json.ts';
import type { HttpServer } from '../../../../src/ensembles/mcp/definition/server-definition.ts';
import { createElicit } from '../../../../src/ensembles/mcp/elicitation/elicit.ts';
import { createMcpEnsemble, type McpEnsemble } from '../../../../src/ensembles/mcp/ensemble/mcp-ensemble.ts';
import { createLoopbackRedirects } from '../../../../src/ensembles/mcp/sign-in/loopback-redirect.ts';
import { createSignIns } from '../../../../src/ensembles/mcp/sign-in/sign-ins.ts';
import { createMemorySecrets } from '../../../fakes/mcp/memory-secrets.ts';
import { createPorts, define } from '../servers.ts';

const scenario = process.env.MCP_CONFORMANCE_SCENARIO ?? '';
const context: Readonly<Record<string, string>> = JSON.parse(process.env.MCP_CONFORMANCE_CONTEXT ?? '{}');
const url = process.argv.at(-1) ?? '';

const ports = createPorts();
const signIns = createSignIns({
  secrets: createMemorySecrets(),
  redirects: createLoopbackRedirects(),
  user: { openBrowser: async page => void (await fetch(page)), mayOpen: async () => true },
  clock: ports.clock,
  clientMetadataUrl: () => 'https://conformance-test.local/client-metadata.json',
});
const elicit = createElicit({
  elicitor: {
    // Every field is left as it is shown: with what the server says is usual.
    form: async ({ fields }) => ({
      action: 'accept',
      content: Object.fromEntries(
        fields.flatMap(({ name, default: usual }) => (usual === undefined ? [] : [[name, usual]])),
      ),
    }),
    page: async () => 'decline',
  },
  openBrowser: async () => {},
});

const ensemble = createMcpEnsemble(
  define({ kind: 'http', url, headers: {}, ...registered() }, { timeout: 15_000 }),
  createPorts({ signIns, handlers: { elicit } }),
);
await ensemble.connect(AbortSignal.timeout(20_000));
if (ensemble.state.status !== 'ready') {
  throw new Error(ensemble.state.status === 'failed' ? ensemble.state.error.message : ensemble.state.status);
}
for (const [tool, args] of calls()) await call(ensemble, tool, args);
await ensemble.disconnect();

function registered(): Pick<HttpServer, 'oauthClientId' | 'oauthClientSecret'> {
  const { client_id, client_secret } = context;
  if (client_id === undefined) return {};
  return {
    oauthClientId: client_id,
    ...(client_secret === undefined ? {} : { oauthClientSecret: client_secret }),
  };
}

function calls(): readonly (readonly [string, JsonObject])[] {
  switch (scenario) {
    case 'initialize':
      return [];
    case 'tools_call':
      return [['add_numbers', { a: 5, b: 3 }]];
    case 'elicitation-sep1034-client-defaults':
      return [['test_client_elicitation_defaults', {}]];
    case 'sse-retry':
      return [['test_reconnection', {}]];
    default:
      return [['test-tool', {}]];
  }
}

async function call({ invokers }: McpEnsemble, name: string, args: JsonObject): Promise<void> {
  const invoker = invokers.find(each => each.name === name);
  if (invoker === undefined) throw new Error(`There is no ${name}.`);
  const returned = await invoker.invocable(args, {
    invoker,
    auxdata: {},
    namespace: new Map(),
    signal: AbortSignal.timeout(20_000),
    progress: () => {},
  });
  if (isReply(returned) && returned.failure !== undefined) throw new Error(returned.failure.message);
}
