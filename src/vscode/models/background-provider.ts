import { type Disposable, type Listen, listeners } from '../../converser/ground/async/listeners.ts';
import type { Model, Provider } from '../../converser/words/models/provider.ts';
import type { ConfiguredProvider } from '../../providers/configured/configured-provider.ts';

export interface BackgroundProvider extends Provider, Disposable {
  learn(): void;
  readonly onDidChange: Listen<void>;
}

/** VS Code's picker must not wait for slow providers: it gets the remembered models, and an event for new ones. */
export function createBackgroundProvider(provider: ConfiguredProvider): BackgroundProvider {
  const changes = listeners<void>();
  const ended = new AbortController();
  let latest: readonly Model[] = [];
  let learning = false;

  async function ask(): Promise<void> {
    learning = true;
    try {
      const models = await provider.models(ended.signal);
      if (isSame(models, latest) || ended.signal.aborted) return;
      latest = models;
      changes.fire();
    } catch {
      // The provider has logged why. The known models stay, because a server that is offline comes back.
    } finally {
      learning = false;
    }
  }

  const learn = () => {
    if (!learning && !ended.signal.aborted) void ask();
  };
  return {
    id: provider.id,
    label: provider.label,
    named: id => provider.named(id),
    async models() {
      const known = await provider.known();
      if (known !== undefined) latest = known;
      learn();
      return latest;
    },
    learn,
    onDidChange: changes.listen,
    dispose: () => ended.abort(),
  };
}

/** A provider returns the same object for a model that has not changed. */
function isSame(some: readonly Model[], others: readonly Model[]): boolean {
  return some.length === others.length && some.every((model, at) => model === others[at]);
}
