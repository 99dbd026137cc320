import { ordinaryLimits } from '../../../../src/converser/turn/converse-options.ts';
import { createEnsembleRoster } from '../../../../src/converser/words/ensemble/ensemble-roster.ts';
import { createModelRoster } from '../../../../src/converser/words/models/model-roster.ts';
import { createActivity } from '../../../../src/gateway/activity.ts';
import { createGateway } from '../../../../src/gateway/gateway.ts';
import { createClientKeys, keep, newKey } from '../../../../src/gateway/guard/client-keys.ts';
import { listen } from '../../../../src/gateway/listen.ts';
import { createProvider } from '../converser.ts';
import { createHost, permissionsOf } from '../host.ts';
import type { CreateContestant } from '../main.ts';
import { visited } from './doors.ts';

/** The gateway as people open it, in front of the provider of a server as settings describe it. */
export const createGatewayDoor: CreateContestant = async assignment => {
  const host = createHost();
  const key = newKey();
  const models = createModelRoster();
  models.add(createProvider(assignment));
  const gateway = createGateway({
    ports: { roster: createEnsembleRoster(), permissions: permissionsOf(host), host, limits: ordinaryLimits },
    models,
    keys: createClientKeys(() => [keep(key, { name: 'bench' })]),
    activity: createActivity(host),
  });
  const { baseUrl: url } = await listen(gateway, { port: 0 });
  return visited(assignment, { url, key });
};
