import { type Listen, listeners } from '../../converser/async/listeners.ts';
import type { ModelRoster } from '../../converser/models/model-roster.ts';
import type { Model } from '../../converser/models/provider.ts';

/** The models as far as they are known by now: nobody has to wait for a provider that is slow to list its own. */
export interface ModelList {
  readonly all: readonly Model[];
  /** Asks for them anew. */
  learn(): void;
  readonly onDidChange: Listen<void>;
}

/** The rosters from the quickest to the whole: each one's models take the place of those before. */
export function createModelList(rosters: readonly ModelRoster[]): ModelList {
  const changes = listeners<void>();
  let all: readonly Model[] = [];
  let asked = 0;

  async function learn(): Promise<void> {
    const request = ++asked;
    // What is known already is not given up for less.
    for (const roster of all.length === 0 ? rosters : rosters.slice(-1)) {
      const found = await roster.models(AbortSignal.timeout(30_000));
      if (request !== asked) return;
      all = found;
      changes.fire();
    }
  }

  return {
    get all() {
      return all;
    },
    learn: () => void learn(),
    onDidChange: changes.listen,
  };
}
