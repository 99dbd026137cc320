import { isLoopback, isUnencrypted } from '../../converser/addresses.ts';
import { listeners } from '../../converser/async/listeners.ts';
import type { Model, Provider } from '../../converser/models/provider.ts';
import type { Clock, Log } from '../../converser/ports.ts';
import type { CheckedModel } from '../check/card-memory.ts';
import { type FactsFor, factsOf } from '../facts/facts.ts';
import type { ListedModel } from '../facts/listed-model.ts';
import type { ModelFacts, ProviderDefinition } from '../facts/provider-definition.ts';
import type { Connection } from '../wire/connection.ts';
import { vendorAddress } from './addresses.ts';
import { createLazyModel } from './lazy-model.ts';
import { createListCache, type ListMemory } from './list-cache.ts';
import type { OpenSource } from './open-source.ts';

/** What a provider needs besides the description of its server. */
export interface Surroundings {
  /** The key of that server, asked for anew each time. */
  readonly key: () => Promise<string | undefined>;
  readonly lists: ListMemory;
  /** The person's own file, as it was read last. */
  readonly facts: () => readonly FactsFor[];
  /** What trying a model out has shown. */
  readonly cards: (model: CheckedModel) => ModelFacts | undefined;
  readonly clock: Clock;
  readonly log: Log;
  /** A number from 0 up to 1. */
  readonly random: () => number;
  /** The person's own wording of the contract; empty for ours. */
  readonly contractPrompt?: () => string;
  /** Takes the place of the global `fetch`. */
  readonly fetch?: typeof fetch;
}

export interface ConfiguredProvider extends Provider {
  /** The models that are remembered, however old; nobody is asked for them, so nobody waits. */
  known(): Promise<readonly Model[] | undefined>;
  /** Asks the server itself, for example to try a new key. Rejects with a `ConverserError`. */
  refresh(signal: AbortSignal): Promise<readonly Model[]>;
  named(id: string): Model;
  /** The model as its card knows it. Nobody is asked. */
  identify(id: string): CheckedModel;
  /** A model as it is without anything of ours, to be tried out. */
  subject(id: string, signal: AbortSignal): Promise<CheckSubject>;
}

export interface CheckSubject {
  readonly model: Model;
  readonly checked: CheckedModel;
}

/**
 * The provider of one described server: its models with all that is known of them, given tools as they can take
 * them.
 *
 * Invariant: a list that is remembered is shown without loading an SDK. As long as nothing is known otherwise, one
 * id is one `Model` object.
 */
export function createConfiguredProvider(
  definition: ProviderDefinition,
  surroundings: Surroundings,
): ConfiguredProvider {
  const { id, label, kind } = definition;
  const { clock, log, lists, facts, cards } = surroundings;
  const changes = listeners<void>();
  const connection = connectionOf(definition, surroundings);
  let opened: Promise<OpenSource> | undefined;
  const source = () => {
    opened ??= import('./open-source.ts').then(({ openSource }) =>
      openSource(kind, connection, surroundings),
    );
    return opened;
  };
  const address = definition.baseUrl ?? vendorAddress(kind);
  const identity = `${kind} ${address}`;
  const cache = createListCache({
    name: identity,
    label,
    memory: lists,
    clock,
    log,
    ...(isLoopback(address) ? { fresh: localFresh } : {}),
    list: async signal => (await source()).list(signal),
  });
  const built = new Map<string, { readonly made: string; readonly model: Model }>();
  const told = new Map<string, ListedModel>();

  const identityOf = (listed: ListedModel): CheckedModel => ({
    server: identity,
    id: listed.id,
    told: listed.facts,
  });
  const known = (listed: ListedModel, card?: ModelFacts) =>
    factsOf(
      { provider: id, id: listed.id, host: URL.parse(address)?.host },
      { told: listed.facts, card, person: facts(), settings: definition.models },
    );

  function build(listed: ListedModel): Model {
    const facts = known(listed, cards(identityOf(listed)));
    const made = JSON.stringify([listed.label, facts]);
    const last = built.get(listed.id);
    if (last?.made === made) return last.model;
    const model = createLazyModel({ ...listed, facts }, { definition, source });
    built.set(listed.id, { made, model });
    return model;
  }

  function take(list: readonly ListedModel[]): readonly Model[] {
    told.clear();
    for (const listed of list) told.set(listed.id, listed);
    return list.map(build);
  }

  let lastKey: string | undefined | null = null;
  async function models(signal: AbortSignal) {
    const key = await surroundings.key();
    const isOther = lastKey !== null && lastKey !== key;
    lastKey = key;
    return take(await (isOther ? cache.refresh(signal) : cache.models(signal)));
  }

  return {
    id,
    label,
    async known() {
      const list = await cache.known();
      return list === undefined ? undefined : take(list);
    },
    models,
    named: name => build(told.get(name) ?? { id: name }),
    identify: name => identityOf(told.get(name) ?? { id: name }),
    async subject(name, signal) {
      // Whoever lists no models may have this one all the same.
      await models(signal).catch(() => {});
      const listed = told.get(name) ?? { id: name };
      // All that it might take is sent, since nothing else shows whether it does.
      const sent: ModelFacts = { ...known(listed), tools: 'native', images: true, parallel: true };
      return { model: (await source()).bare({ ...listed, facts: sent }), checked: identityOf(listed) };
    },
    async refresh(signal) {
      lastKey = await surroundings.key();
      const list = take(await cache.refresh(signal));
      changes.fire();
      return list;
    },
    onDidChange: changes.listen,
  };
}

/** To ask a program on one's own machine costs little, and what it tells changes when it loads a model. */
const localFresh = 60_000;

function connectionOf(
  { id, label, baseUrl, headers, organization }: ProviderDefinition,
  { key, fetch, log }: Surroundings,
) {
  let mayWarn = isUnencrypted(baseUrl ?? '');
  const connection: Connection = {
    id,
    label,
    async key() {
      const found = (await key())?.trim() || undefined;
      if (found !== undefined && mayWarn) {
        mayWarn = false;
        log.warn(`The key for ${label} is sent unencrypted to ${baseUrl}. Use https.`);
      }
      return found;
    },
    ...(baseUrl === undefined ? {} : { baseUrl }),
    ...(headers === undefined ? {} : { headers }),
    ...(organization === undefined ? {} : { organization }),
    ...(fetch === undefined ? {} : { fetch }),
  };
  return connection;
}
