import { createModelRoster } from '../../../src/converser/models/model-roster.ts';
import type { Model } from '../../../src/converser/models/provider.ts';
import { type Activity, createActivity } from '../../../src/gateway/activity/activity.ts';
import { createGateway } from '../../../src/gateway/gateway.ts';
import { createClientKeys, keep, newKey } from '../../../src/gateway/guard/client-keys.ts';
import { listen } from '../../../src/gateway/listen.ts';
import type { ModelChoices } from '../../../src/gateway/models/find-model.ts';
import { createFakePorts, type FakePortsOptions } from '../../fakes/fake-ports.ts';

export interface OpenGateway extends AsyncDisposable {
  /** Such as `http://127.0.0.1:4100`. */
  readonly baseUrl: string;
  readonly key: string;
  readonly logged: readonly string[];
  readonly activity: Activity;
  /** As a client that has the key, unless the headers say otherwise. */
  ask(path: string, init?: RequestInit): Promise<Response>;
}

export interface GatewaySetUp extends FakePortsOptions {
  readonly models: readonly Model[];
  readonly choices?: ModelChoices;
}

/** A gateway as programs find it, on a socket of its own. */
export async function openGateway({ models, choices = {}, ...options }: GatewaySetUp): Promise<OpenGateway> {
  const { roster, permissions, host } = await createFakePorts(options);
  const known = createModelRoster();
  for (const provider of new Set(models.map(model => model.provider))) {
    const own = models.filter(model => model.provider === provider);
    known.add({ id: provider, label: provider, models: async () => own });
  }
  const key = newKey();
  const kept = [keep(key, { name: 'a test' })];
  const keys = createClientKeys(() => kept);
  const activity = createActivity(host);
  const ports = { models: known, roster, permissions, host, keys, activity };
  const gateway = createGateway(ports, { choices });
  const door = await listen(gateway, { port: 0 });
  return {
    baseUrl: door.baseUrl,
    key,
    logged: host.logged,
    activity,
    ask: (path, init = {}) =>
      fetch(door.baseUrl + path, { ...init, headers: { authorization: `Bearer ${key}`, ...init.headers } }),
    async [Symbol.asyncDispose]() {
      await door.close();
      await roster.dispose();
    },
  };
}
