import { isDeepStrictEqual } from 'node:util';
import { listeners } from '../../../src/converser/ground/async/listeners.ts';
import { defined } from '../../../src/converser/ground/json/defined.ts';
import type { Guidance } from '../../../src/converser/turn/guidance.ts';
import type { EnsembleRoster } from '../../../src/converser/words/ensemble/ensemble-roster.ts';
import { createModelRoster, type ModelRoster } from '../../../src/converser/words/models/model-roster.ts';
import type { Model } from '../../../src/converser/words/models/provider.ts';
import { type Activity, createActivity } from '../../../src/gateway/activity.ts';
import { createGateway, type Gateway, type GatewayOptions } from '../../../src/gateway/gateway.ts';
import {
  type Client,
  createClientKeys,
  type KeptKey,
  keep,
  newKey,
} from '../../../src/gateway/guard/client-keys.ts';
import { type ListenOptions, listen } from '../../../src/gateway/listen.ts';
import type { FakeApprover, FakeClock } from '../../fakes/fake-host.ts';
import { createFakePorts, type FakePortsOptions } from '../../fakes/fake-ports.ts';

export interface OpenGateway extends AsyncDisposable {
  /** Such as `http://127.0.0.1:4100`. */
  readonly baseUrl: string;
  readonly key: string;
  readonly logged: readonly string[];
  readonly activity: Activity;
  readonly clock: FakeClock;
  readonly asked: FakeApprover['asked'];
  readonly roster: EnsembleRoster;
  /** Names of the clients whose keys were used, in the order of their first use. */
  readonly greeted: readonly string[];
  admit(client: Client): string;
  /** Takes back a key, and with it what runs for it. */
  revoke(key: string): void;
  /** As a client that has the key, unless the headers say otherwise. */
  ask(path: string, init?: RequestInit): Promise<Response>;
  /** Sends JSON, as that client does. */
  post(path: string, body: object, headers?: Readonly<Record<string, string>>): Promise<Response>;
  /** Requests over connections whose response is not complete and whose client has not left. */
  readonly unanswered: number;
  /** Resolves once so many requests to models run, and so many wait. It needs no connection, which has time limits. */
  untilRequests(wanted: { readonly running: number; readonly waiting: number }): Promise<void>;
}

export interface GatewaySetUp extends Omit<FakePortsOptions, 'limits'>, GatewayOptions {
  readonly models: readonly Model[];
  /** Default: its name is `a test`, and it has no limits. */
  readonly client?: Client;
  readonly listen?: Partial<ListenOptions>;
  readonly guidance?: Guidance;
  /** Of turns that run in the gateway. */
  readonly turnLimits?: FakePortsOptions['limits'];
}

/** A roster of the models, each listed by its provider. */
export function rosterOf(models: readonly Model[]): ModelRoster {
  const roster = createModelRoster();
  for (const provider of new Set(models.map(model => model.provider))) {
    const own = models.filter(model => model.provider === provider);
    roster.add({ id: provider, label: provider, models: async () => own });
  }
  return roster;
}

/** A gateway as programs find it, on a socket of its own. */
export async function openGateway({
  models,
  client = { name: 'a test' },
  listen: listenOptions = {},
  choices = () => ({}),
  limits = {},
  origins = () => [],
  contentLog = () => undefined,
  turns = {},
  guidance,
  turnLimits = {},
  ...options
}: GatewaySetUp): Promise<OpenGateway> {
  const shared = await createFakePorts({ ...options, limits: turnLimits });
  const { roster, host } = shared;
  const known = rosterOf(models);
  const kept = new Map<string, KeptKey>();
  const admit = (each: Client) => {
    const key = newKey();
    kept.set(key, keep(key, each));
    return key;
  };
  const key = admit(client);
  const watching = 'watching';
  let admitted: string | undefined;
  const greeted: string[] = [];
  const changes = listeners<void>();
  const keys = createClientKeys(() => [...kept.values()], {
    onDidChange: changes.listen,
    onFirstUse({ name }) {
      if (name !== watching) greeted.push(name);
    },
  });
  const activity = createActivity(host);
  const ports = { ports: defined({ ...shared, guidance }), models: known, keys, activity };
  const gateway = createGateway(ports, { choices, limits, contentLog, origins, turns });
  let unanswered = 0;
  const counted: Gateway['answer'] = (asked, way) => {
    unanswered += 1;
    way.over.signal.addEventListener('abort', () => {
      unanswered -= 1;
    });
    return gateway.answer(asked, way);
  };
  const ask: OpenGateway['ask'] = (path, init = {}) =>
    fetch(door.baseUrl + path, { ...init, headers: { authorization: `Bearer ${key}`, ...init.headers } });
  const door = await listen({ ...gateway, answer: counted }, { port: 0, ...listenOptions });
  return {
    baseUrl: door.baseUrl,
    key,
    logged: host.logged,
    activity,
    clock: host.clock,
    asked: host.approver.asked,
    roster,
    greeted,
    admit,
    revoke(key) {
      kept.delete(key);
      changes.fire();
    },
    ask,
    post: (path, body, headers) =>
      ask(path, {
        method: 'POST',
        body: JSON.stringify(body),
        headers: { 'content-type': 'application/json', ...headers },
      }),
    get unanswered() {
      return unanswered;
    },
    async untilRequests(wanted) {
      admitted ??= admit({ name: watching });
      const headers = new Map(Object.entries({ host: 'localhost', 'x-api-key': admitted }));
      const address = new URL('/health', door.baseUrl);
      const asked = { method: 'GET', address, path: '/health', headers, body: async () => new Uint8Array() };
      for (;;) {
        const over = new AbortController();
        const { body } = await gateway.answer({ ...asked, signal: () => over.signal }, { over });
        over.abort();
        const { requests } = JSON.parse(String(body)) as { readonly requests: object };
        if (isDeepStrictEqual(requests, wanted)) return;
        // What comes over sockets needs a turn of the loop.
        await new Promise(resolve => setImmediate(resolve));
      }
    },
    async [Symbol.asyncDispose]() {
      await door.close();
      await roster.dispose();
    },
  };
}
