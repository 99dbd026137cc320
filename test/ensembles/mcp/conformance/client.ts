/**
 * Converser as a client of the conformance framework: its own way to a server, from the ensemble down, with a person who
 * agrees to everything and a browser that follows every redirect.
 */
import { defined } from '../../../../src/converser/ground/json/defined.ts';
import type { JsonObject, JsonValue } from '../../../../src/converser/ground/json/json.ts';
import { createSystemClock } from '../../../../src/converser/ground/system-ports.ts';
import type { HttpServer } from '../../../../src/ensembles/mcp/definition/server-definition.ts';
import { createElicit } from '../../../../src/ensembles/mcp/elicitation/elicit.ts';
import { createMcpEnsemble } from '../../../../src/ensembles/mcp/ensemble/mcp-ensemble.ts';
import { createLoopbackRedirects } from '../../../../src/ensembles/mcp/sign-in/loopback-redirect.ts';
import { createSignIns } from '../../../../src/ensembles/mcp/sign-in/sign-ins.ts';
import { createMemorySecrets } from '../../../fakes/mcp/memory-secrets.ts';
import { createPorts, define } from '../servers.ts';
import { useOffered } from './use-offered.ts';

/** What the framework tells a client. */
export interface ConformanceTask {
  readonly scenario: string;
  /** What was registered by hand and what to call, as the framework writes it; empty if it wants nothing of that. */
  readonly context: JsonObject;
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
