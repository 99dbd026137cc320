import { ordinaryLimits } from '../../../../src/converser/turn/converse-options.ts';
import { createEnsembleRoster } from '../../../../src/converser/words/ensemble/ensemble-roster.ts';
import { createModelRoster } from '../../../../src/converser/words/models/model-roster.ts';
import type { Provider } from '../../../../src/converser/words/models/provider.ts';
import { createActivity } from '../../../../src/gateway/activity.ts';
import { createGateway } from '../../../../src/gateway/gateway.ts';
import { createClientKeys, keep, newKey } from '../../../../src/gateway/guard/client-keys.ts';
import { listen } from '../../../../src/gateway/listen.ts';
import { createConfiguredProvider } from '../../../../src/providers/configured/configured-provider.ts';
import { providerPorts } from '../../../fakes/provider-ports.ts';
import { createHost, permissionsOf } from '../host.ts';
import type { Assignment, CreateContestant } from '../main.ts';
import { visited } from './door.ts';

/** The gateway as people open it, in front of the provider of a server as settings describe it. */
export const createGatewayDoor: CreateContestant = async assignment => {
  const host = createHost();
  const key = newKey();
  const models = createModelRoster();
  models.add(createProvider(assignment));
  const gateway = createGateway({
    ports: {
      roster: createEnsembleRoster(),
      permissions: permissionsOf(host),
      host,
      limits: ordinaryLimits,
    },
    models,
    keys: createClientKeys(() => [keep(key, { name: 'bench' })]),
    activity: createActivity(host),
  });
  const { baseUrl: url } = await listen(gateway, { port: 0 });
  return visited(assignment, { url, key });
};

function createProvider({ wire, url }: Assignment): Provider {
  // As much as is known of most models, so that each request is held against the window and priced.
  const facts = { contextTokens: 4_000_000, price: { input: 1, output: 5 } };
  const server = { id: 'bench', label: 'Bench', kind: wire, baseUrl: `${url}/v1`, models: { bench: facts } };
  const { id, label, named } = createConfiguredProvider(server, {
    ...providerPorts(createHost(), { random: Math.random }),
    key: async () => 'bench',
  });
  // The server of the benchmarks has no list of models.
  return { id, label, named, models: async () => [named('bench')] };
}
