import { type Disposable, type Listen, listeners } from '../../converser/async/listeners.ts';
import type { Model, Provider } from '../../converser/models/provider.ts';
import type { ConfiguredProvider } from '../../providers/configured/configured-provider.ts';

export interface BackgroundProvider extends Provider, Disposable {
  /** Asks for the models in the background, and tells if they are others than those known. */
  learn(): void;
  readonly onDidChange: Listen<void>;
}

/**
 * A provider that nobody waits for. VS Code asks for models in every window, and a picker with ten servers in it
 * opens as quickly as one with none: it is told what is remembered, and told again when that has changed.
 */
export function createBackgroundProvider(provider: ConfiguredProvider): BackgroundProvider {
  const changes = listeners<void>();
  const ended = new AbortController();
  let told: readonly Model[] = [];
  let learning = false;

  async function ask(): Promise<void> {
    learning = true;
    try {
      const models = await provider.models(ended.signal);
      if (isSame(models, told) || ended.signal.aborted) return;
      told = models;
      changes.fire();
    } catch {
      // The provider has logged why. What is known stays: a server that is away comes back.
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
      if (known !== undefined) told = known;
      learn();
      return told;
    },
    learn,
    onDidChange: changes.listen,
    dispose: () => ended.abort(),
  };
}

/** A provider makes one object of one model as long as nothing of it changes. */
function isSame(some: readonly Model[], others: readonly Model[]): boolean {
  return some.length === others.length && some.every((model, at) => model === others[at]);
}
