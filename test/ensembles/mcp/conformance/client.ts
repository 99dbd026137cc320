/**
 * Converser as a client of the conformance framework: its own way to a server, from the ensemble down, with a person who
 * agrees to everything and a browser that follows every redirect.
 */
import { defined } from '../../../../src/converser/json/defined.ts';
import type { JsonObject } from '../../../../src/converser/json/json.ts';
import { createSystemClock } from '../../../../src/converser/system-ports.ts';
import type { HttpServer } from '../../../../src/ensembles/mcp/definition/server-definition.ts';
import { createElicit } from '../../../../src/ensembles/mcp/elicitation/elicit.ts';
import { createMcpEnsemble } from '../../../../src/ensembles/mcp/ensemble/mcp-ensemble.ts';
import { createLoopbackRedirects } from '../../../../src/ensembles/mcp/sign-in/loopback-redirect.ts';
import { createSignIns } from '../../../../src/ensembles/mcp/sign-in/sign-ins.ts';
import { createMemorySecrets } from '../../../fakes/mcp/memory-secrets.ts';
import { call } from '../call.ts';
import { createPorts, define } from '../servers.ts';

/** What the framework tells a client. */
export interface ConformanceTask {
  readonly scenario: string;
  /** What was registered by hand, as the framework writes it; empty if nothing was. */
  readonly context: Readonly<Record<string, string>>;
  /** The server's address. */
  readonly url: string;
}

/** Rejects if a call or the connection fails. */
export async function runClient({ scenario, context, url }: ConformanceTask): Promise<void> {
  const signIns = createSignIns({
    secrets: createMemorySecrets(),
    redirects: createLoopbackRedirects(),
    user: { openBrowser: async page => void (await fetch(page)), mayOpen: async () => true },
    clock: createSystemClock(),
    clientMetadataUrl: () => 'https://conformance-test.local/client-metadata.json',
  });
  const ensemble = createMcpEnsemble(
    define({ kind: 'http', url, headers: {}, ...registered(context) }, { timeout: 15_000 }),
    createPorts({ signIns, handlers: { elicit } }),
  );
  try {
    await ensemble.connect(AbortSignal.timeout(60_000));
    const { state } = ensemble;
    if (state.status !== 'ready')
      throw new Error(state.status === 'failed' ? state.error.message : state.status);
    for (const [tool, args] of calls(scenario)) {
      const signal = AbortSignal.timeout(60_000);
      const { failure } = await call(ensemble, tool, { args, signal });
      if (failure !== undefined) throw new Error(failure.message);
    }
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

function registered({
  client_id: oauthClientId,
  client_secret: oauthClientSecret,
}: ConformanceTask['context']): Pick<HttpServer, 'oauthClientId' | 'oauthClientSecret'> {
  return defined({ oauthClientId, oauthClientSecret });
}

function calls(scenario: string): readonly (readonly [string, JsonObject])[] {
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
