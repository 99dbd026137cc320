import { type Disposable, type Listen, listeners } from '../../converser/async/listeners.ts';
import { errorData } from '../../converser/errors.ts';
import type { ModelRoster } from '../../converser/models/model-roster.ts';
import type { Model } from '../../converser/models/provider.ts';
import type { CheckedModel } from '../../providers/check/card-memory.ts';
import type { CheckSubject, ConfiguredProvider } from '../../providers/configured/configured-provider.ts';
import type { ProviderDefinition } from '../../providers/facts/provider-definition.ts';
import { type BackgroundProvider, createBackgroundProvider } from './background-provider.ts';
import type { Refreshed } from './model-provider-commands.ts';

/** The providers of the servers in the settings. */
export interface ModelProviders extends Disposable {
  readonly definitions: readonly ProviderDefinition[];
  /** Takes the servers as they now are. Those that stayed as they were keep their providers. */
  set(providers: readonly ProviderDefinition[]): void;
  /** Adds the providers to a roster, and keeps it in step with them. */
  join(roster: ModelRoster): Disposable;
  /** Asks again for what may have become different by something outside, such as a key. */
  learn(): void;
  /** Asks every server for its models, whatever is remembered. Never rejects. */
  refresh(signal: AbortSignal): Promise<readonly Refreshed[]>;
  /** The model as its card knows it; `undefined` when it is none of theirs. */
  identify(model: Pick<Model, 'provider' | 'id'>): CheckedModel | undefined;
  /** One of their models as it is without anything of ours; `undefined` when it is none of theirs. */
  subject(model: Pick<Model, 'provider' | 'id'>, signal: AbortSignal): Promise<CheckSubject | undefined>;
  readonly onDidChange: Listen<void>;
}

interface Held {
  readonly definition: ProviderDefinition;
  readonly made: string;
  readonly provider: ConfiguredProvider;
  readonly prompt: BackgroundProvider;
}

export function createModelProviders(
  create: (definition: ProviderDefinition) => ConfiguredProvider,
): ModelProviders {
  const changes = listeners<void>();
  let all: readonly Held[] = [];

  function hold(definition: ProviderDefinition): Held {
    const made = JSON.stringify(definition);
    const present = all.find(held => held.made === made);
    if (present !== undefined) return present;
    const provider = create(definition);
    return { definition, made, provider, prompt: createBackgroundProvider(provider) };
  }

  return {
    get definitions() {
      return all.map(({ definition }) => definition);
    },
    set(providers) {
      const before = all;
      all = providers.map(hold);
      if (all.length === before.length && all.every(held => before.includes(held))) return;
      changes.fire();
      for (const held of before) if (!all.includes(held)) held.prompt.dispose();
    },
    join(roster) {
      const added = new Map<Held, Disposable>();
      const follow = () => {
        for (const [held, adding] of added) {
          if (all.includes(held)) continue;
          adding.dispose();
          added.delete(held);
        }
        for (const held of all) if (!added.has(held)) added.set(held, roster.add(held.prompt));
      };
      follow();
      return changes.listen(follow);
    },
    learn() {
      for (const { prompt } of all) prompt.learn();
    },
    identify: ({ provider, id }) =>
      all.find(({ definition }) => definition.id === provider)?.provider.identify(id),
    subject: async ({ provider, id }, signal) =>
      all.find(({ definition }) => definition.id === provider)?.provider.subject(id, signal),
    refresh: signal => Promise.all(all.map(held => refresh(held, signal))),
    onDidChange: changes.listen,
    dispose() {
      for (const { prompt } of all) prompt.dispose();
    },
  };
}

async function refresh({ definition, provider, prompt }: Held, signal: AbortSignal): Promise<Refreshed> {
  try {
    const models = await provider.refresh(signal);
    prompt.learn();
    return { definition, outcome: models };
  } catch (cause) {
    return { definition, outcome: errorData(cause) };
  }
}
