import { type Disposable, type Listen, listeners } from '../../ground/async/listeners.ts';
import { modelReference } from './model-reference.ts';
import type { Model, Provider } from './provider.ts';

/** Finds a model across providers. */
export interface ModelRoster {
  add(provider: Provider): Disposable;
  /** All models, in the order of their providers. A provider that fails to list its models adds none. */
  models(signal: AbortSignal): Promise<readonly Model[]>;
  /** The model of the lists that has this `provider/id`, or this id if only one has it. */
  listed(reference: string, signal: AbortSignal): Promise<Model | undefined>;
  /** As `listed`. Where no list has it, a provider that can find models by name is tried. */
  find(reference: string, signal: AbortSignal): Promise<Model | undefined>;
  readonly onDidChange: Listen<void>;
}

/** @param offered what a model is found as: always the same, because others remember models by it */
export function createModelRoster(offered = (model: Model): Model => model): ModelRoster {
  const providers = new Map<Provider, Disposable | undefined>();
  const changes = listeners<void>();

  async function list(from: readonly Provider[], signal: AbortSignal): Promise<readonly Model[]> {
    const lists = await Promise.allSettled(from.map(async provider => provider.models(signal)));
    return lists.flatMap(found => (found.status === 'fulfilled' ? found.value.map(offered) : []));
  }

  async function listed(reference: string, signal: AbortSignal): Promise<Model | undefined> {
    const all = [...providers.keys()];
    // A slow provider does not delay the model of another.
    const candidates = await list(
      all.filter(({ id }) => reference.startsWith(`${id}/`)),
      signal,
    );
    const exact = candidates.find(model => modelReference(model) === reference);
    if (exact !== undefined) return exact;
    const byId = (await list(all, signal)).filter(model => model.id === reference);
    return byId.length === 1 ? byId[0] : undefined;
  }

  return {
    add(provider) {
      providers.set(
        provider,
        provider.onDidChange?.(() => changes.fire()),
      );
      changes.fire();
      return {
        dispose() {
          providers.get(provider)?.dispose();
          providers.delete(provider);
          changes.fire();
        },
      };
    },
    models: signal => list([...providers.keys()], signal),
    listed,
    async find(reference, signal) {
      const found = await listed(reference, signal);
      if (found !== undefined) return found;
      const asked = [...providers.keys()].find(
        ({ id, named }) => named !== undefined && reference.startsWith(`${id}/`),
      );
      const named = asked?.named?.(reference.slice(asked.id.length + 1));
      return named && offered(named);
    },
    onDidChange: changes.listen,
  };
}
