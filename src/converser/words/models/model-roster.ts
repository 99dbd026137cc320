import { type Disposable, type Listen, listeners } from '../../ground/async/listeners.ts';
import { modelReference } from './model-reference.ts';
import type { Model, Provider } from './provider.ts';

export interface ModelRoster {
  add(provider: Provider): Disposable;
  models(signal: AbortSignal): Promise<readonly Model[]>;
  listed(reference: string, signal: AbortSignal): Promise<Model | undefined>;
  find(reference: string, signal: AbortSignal): Promise<Model | undefined>;
  readonly onDidChange: Listen<void>;
}

export function createModelRoster(offered = (model: Model): Model => model): ModelRoster {
  const providers = new Map<Provider, Disposable | undefined>();
  const changes = listeners<void>();

  async function list(from: readonly Provider[], signal: AbortSignal): Promise<readonly Model[]> {
    const lists = await Promise.allSettled(from.map(async provider => provider.models(signal)));
    return lists.flatMap(found => (found.status === 'fulfilled' ? found.value.map(offered) : []));
  }

  async function listed(reference: string, signal: AbortSignal): Promise<Model | undefined> {
    const all = [...providers.keys()];
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
