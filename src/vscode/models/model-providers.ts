import { type Disposable, type Listen, listeners } from '../../converser/ground/async/listeners.ts';
import { errorData } from '../../converser/ground/errors.ts';
import type { ModelRoster } from '../../converser/words/models/model-roster.ts';
import type { Model } from '../../converser/words/models/provider.ts';
import type { CheckedModel } from '../../providers/check/card-memory.ts';
import type { CheckSubject, ConfiguredProvider } from '../../providers/configured/configured-provider.ts';
import type { ProviderDefinition } from '../../providers/facts/provider-definition.ts';
import { type BackgroundProvider, createBackgroundProvider } from './background-provider.ts';
import type { Refreshed } from './model-provider-commands.ts';

export interface ModelProviders extends Disposable {
  readonly definitions: readonly ProviderDefinition[];
  /** Definitions that have not changed keep their provider. */
  set(providers: readonly ProviderDefinition[]): void;
  join(roster: ModelRoster): Disposable;
  learn(): void;
  /** Ignores what is remembered. Contract: never rejects. */
  refresh(signal: AbortSignal): Promise<readonly Refreshed[]>;
  /** Returns `undefined` if the model belongs to another provider. */
  identify(model: Pick<Model, 'provider' | 'id'>): CheckedModel | undefined;
  /** Returns the bare model to check, or `undefined` if it belongs to another provider. */
  subject(model: Pick<Model, 'provider' | 'id'>, signal: AbortSignal): Promise<CheckSubject | undefined>;
  readonly onDidChange: Listen<void>;
}

interface Held {
  readonly definition: ProviderDefinition;
  readonly made: string;
  readonly provider: ConfiguredProvider;
  readonly background: BackgroundProvider;
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
    return { definition, made, provider, background: createBackgroundProvider(provider) };
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
      for (const held of before) if (!all.includes(held)) held.background.dispose();
    },
    join(roster) {
      const follow = follower(roster);
      follow(all);
      return changes.listen(() => follow(all));
    },
    learn() {
      for (const { background } of all) background.learn();
    },
    identify: ({ provider, id }) =>
      all.find(({ definition }) => definition.id === provider)?.provider.identify(id),
    subject: async ({ provider, id }, signal) =>
      all.find(({ definition }) => definition.id === provider)?.provider.subject(id, signal),
    refresh: signal => Promise.all(all.map(held => refresh(held, signal))),
    onDidChange: changes.listen,
    dispose() {
      for (const { background } of all) background.dispose();
    },
  };
}

function follower(roster: ModelRoster): (all: readonly Held[]) => void {
  const added = new Map<Held, Disposable>();
  return all => {
    for (const [held, registration] of added) {
      if (all.includes(held)) continue;
      registration.dispose();
      added.delete(held);
    }
    for (const held of all) if (!added.has(held)) added.set(held, roster.add(held.background));
  };
}

async function refresh({ definition, provider, background }: Held, signal: AbortSignal): Promise<Refreshed> {
  try {
    const models = await provider.refresh(signal);
    background.learn();
    return { definition, outcome: models };
  } catch (cause) {
    return { definition, outcome: errorData(cause) };
  }
}
