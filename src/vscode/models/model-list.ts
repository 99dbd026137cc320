import { type Listen, listeners } from '../../converser/async/listeners.ts';
import type { ModelRoster } from '../../converser/models/model-roster.ts';
import type { Model } from '../../converser/models/provider.ts';

/** The models that are known so far, without waiting for slow providers. */
export interface ModelList {
  readonly all: readonly Model[];
  /** Lists them again. */
  learn(): void;
  readonly onDidChange: Listen<void>;
}

/** `rosters` go from the quickest to the complete one; the models of each replace those before. */
export function createModelList(rosters: readonly ModelRoster[]): ModelList {
  const changes = listeners<void>();
  let all: readonly Model[] = [];
  let requests = 0;

  async function learn(): Promise<void> {
    const request = ++requests;
    // Once there are models, only the complete list may replace them.
    for (const roster of all.length === 0 ? rosters : rosters.slice(-1)) {
      const found = await roster.models(AbortSignal.timeout(30_000));
      if (request !== requests) return;
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
