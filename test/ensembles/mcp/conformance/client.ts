import { defined } from '../../../../src/converser/ground/json/defined.ts';
import { isJsonObject, type JsonObject, type JsonValue } from '../../../../src/converser/ground/json/json.ts';
import { createSystemClock } from '../../../../src/converser/ground/system-ports.ts';
import type { HttpServer } from '../../../../src/ensembles/mcp/definition/server-definition.ts';
import { createElicit } from '../../../../src/ensembles/mcp/elicitation/elicit.ts';
import { createMcpEnsemble, type McpEnsemble } from '../../../../src/ensembles/mcp/ensemble/mcp-ensemble.ts';
import { createLoopbackRedirects } from '../../../../src/ensembles/mcp/sign-in/loopback-redirect.ts';
import { createSignIns } from '../../../../src/ensembles/mcp/sign-in/sign-ins.ts';
import { createMemorySecrets } from '../../../fakes/mcp/memory-secrets.ts';
import { call } from '../call.ts';
import { createPorts, define } from '../servers.ts';

/** What the framework tells a client. */
export interface ConformanceTask {
  readonly scenario: string;
  /** What was registered by hand and what to call, as the framework writes it; empty if it wants nothing of that. */
  readonly context: JsonObject;
  /** The server's address. */
  readonly url: string;
}

/**
 * Converser as a client of the conformance framework: its own way to a server, from the ensemble down, with a person who
 * agrees to everything and a browser that follows every redirect.
 * Rejects if a call or the connection fails.
 */
export async function runClient({ scenario, context, url }: ConformanceTask): Promise<void> {
  const signIns = createSignIns({
    secrets: createMemorySecrets(),
    redirects: createLoopbackRedirects(),
    user: { openBrowser: async page => void (await fetch(page)), mayOpen: async () => true },
    clock: createSystemClock(),
  });
  const ensemble = createMcpEnsemble(
    define({ kind: 'http', url, headers: {}, ...registered(scenario, context) }, { timeout: 15_000 }),
    // What a busy machine makes slow is not what is tested.
    createPorts({ signIns, handlers: { elicit }, limits: { firstSight: 60_000 } }),
  );
  try {
    await ensemble.connect(AbortSignal.timeout(60_000));
    const { state } = ensemble;
    if (state.status !== 'ready')
      throw new Error(state.status === 'failed' ? state.error.message : state.status);
    await useOffered(ensemble, { scenario, context, url });
  } finally {
    await ensemble.disconnect();
  }
}

const elicit = createElicit({
  elicitor: {
    // Every field is left as it is shown, with the server's defaults.
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

function registered(
  scenario: string,
  { client_id, client_secret }: JsonObject,
): Pick<HttpServer, 'oauthClientId' | 'oauthClientSecret'> {
  // A client with a document of its own is written down like one that was registered by hand.
  if (scenario === 'auth/basic-cimd')
    return { oauthClientId: 'https://conformance-test.local/client-metadata.json' };
  return defined({ oauthClientId: textOf(client_id), oauthClientSecret: textOf(client_secret) });
}

function textOf(value: JsonValue | undefined): string | undefined {
  return typeof value === 'string' ? value : undefined;
}

/** Does what a scenario wants done with a server that is connected. Rejects if something fails. */
async function useOffered(ensemble: McpEnsemble, task: ConformanceTask): Promise<void> {
  for (const [tool, args] of calls(ensemble, task)) {
    const { failure } = await call(ensemble, tool, { args, signal: limit() });
    if (failure !== undefined) throw new Error(failure.message);
  }
  if (task.scenario !== 'http-standard-headers') return;
  const { library } = ensemble;
  for (const { uri } of await library.resources(limit())) await library.readResource(uri, limit());
  for (const { name } of await library.prompts(limit())) await library.getPrompt({ name }, limit());
}

type Call = readonly [tool: string, args: JsonObject];

/** Unless a scenario wants certain arguments, all tools are called that are offered. */
function calls(ensemble: McpEnsemble, { scenario, context }: ConformanceTask): readonly Call[] {
  switch (scenario) {
    case 'tools_call':
      return [['add_numbers', { a: 5, b: 3 }]];
    case 'http-custom-headers':
      return wanted(context.toolCalls);
    case 'json-schema-2020-12-preservation':
      return [['json_schema_echo', { schema: schemaOf(ensemble, 'json_schema_2020_12_tool') }]];
    default:
      return ensemble.invokers.map(({ name }) => [name, {}]);
  }
}

function wanted(toolCalls: JsonValue | undefined): readonly Call[] {
  if (!Array.isArray(toolCalls)) throw new Error('The framework names no calls.');
  return toolCalls.map(each => {
    if (!isJsonObject(each) || typeof each.name !== 'string' || !isJsonObject(each.arguments))
      throw new Error(`${JSON.stringify(each)} is no call.`);
    return [each.name, each.arguments];
  });
}

/** As it came. */
function schemaOf({ manifest }: McpEnsemble, name: string): JsonObject {
  const tool = manifest?.tools.find(each => each.name === name);
  if (tool === undefined) throw new Error(`There is no ${name}.`);
  return tool.inputSchema as JsonObject;
}

const limit = () => AbortSignal.timeout(60_000);
