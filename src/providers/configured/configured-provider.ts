import { isLoopback } from '../../converser/ground/addresses.ts';
import { listeners } from '../../converser/ground/async/listeners.ts';
import type { Model, Provider } from '../../converser/words/models/provider.ts';
import type { CheckedModel } from '../check/card-memory.ts';
import type { ProviderDefinition } from '../facts/provider-definition.ts';
import { createListCache, type ListCache, type ListMemory } from './list-cache.ts';
import { createModelShelf, type ModelRecords } from './model-shelf.ts';
import type { OpenSource, SourcePorts } from './open-source.ts';
import { vendorAddress } from './server-addresses.ts';

export interface ProviderPorts extends SourcePorts {
  readonly records: ModelRecords & { readonly lists: ListMemory };
}

export interface ConfiguredProvider extends Provider {
  known(): Promise<readonly Model[] | undefined>;
  refresh(signal: AbortSignal): Promise<readonly Model[]>;
  named(id: string): Model;
  identify(id: string): CheckedModel;
  /** Check Model… needs the bare model, without the contract or retries. */
  subject(id: string, signal: AbortSignal): Promise<CheckSubject>;
}

export interface CheckSubject {
  readonly model: Model;
  readonly checked: CheckedModel;
}

/** Invariant: a remembered list is shown without loading an SDK. */
export function createConfiguredProvider(
  definition: ProviderDefinition,
  ports: ProviderPorts,
): ConfiguredProvider {
  const { id, label, kind } = definition;
  const { key, records, host } = ports;
  const changes = listeners<void>();
  const source = openedOnce(definition, ports);
  const address = definition.baseUrl ?? vendorAddress(kind);
  const identity = `${kind} ${address}`;
  const cache = createListCache(identity, {
    label,
    memory: records.lists,
    clock: host.clock,
    log: host.log,
    ...(isLoopback(address) ? { fresh: localFresh } : {}),
    list: async signal => (await source()).list(signal),
  });
  const list = listForKey(key, cache);
  const shelf = createModelShelf(definition, { identity, source, records });
  const models = async (signal: AbortSignal) => {
    await shelf.ready();
    return shelf.take(await list.models(signal));
  };

  return {
    id,
    label,
    async known() {
      await shelf.ready();
      const known = await list.known();
      return known === undefined ? undefined : shelf.take(known);
    },
    models,
    named: shelf.named,
    identify: shelf.identify,
    async subject(name, signal) {
      // A provider that lists no models may still have this one.
      await models(signal).catch(() => {});
      return { model: (await source()).bare(shelf.untested(name)), checked: shelf.identify(name) };
    },
    async refresh(signal) {
      await shelf.ready();
      const refreshed = shelf.take(await list.refresh(signal));
      changes.fire();
      return refreshed;
    },
    onDidChange: changes.listen,
  };
}

function openedOnce(definition: ProviderDefinition, ports: ProviderPorts): () => Promise<OpenSource> {
  let opened: Promise<OpenSource> | undefined;
  return () => {
    opened ??= import('./open-source.ts').then(({ openSource }) => openSource(definition, ports));
    return opened;
  };
}

/** Another key may see other models, so the list is fetched again when the key has changed. */
function listForKey(readKey: ProviderPorts['key'], cache: ListCache): ListCache {
  let lastKey: string | undefined | null = null;
  return {
    known: cache.known,
    async models(signal) {
      const key = await readKey();
      const isOther = lastKey !== null && lastKey !== key;
      lastKey = key;
      return isOther ? cache.refresh(signal) : cache.models(signal);
    },
    async refresh(signal) {
      lastKey = await readKey();
      return cache.refresh(signal);
    },
  };
}

/** In milliseconds. Asking a local program costs little, and its answer changes when it loads a model. */
const localFresh = 60_000;
