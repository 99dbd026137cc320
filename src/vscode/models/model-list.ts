import { type Listen, listeners } from '../../converser/ground/async/listeners.ts';
import { modelReference } from '../../converser/words/models/model-reference.ts';
import type { ModelRoster } from '../../converser/words/models/model-roster.ts';
import type { Model } from '../../converser/words/models/provider.ts';
import type { AvailableModels } from './available-models.ts';

/** Never waits for slow providers. */
export interface ModelList {
  readonly all: readonly Model[];
  learn(): void;
  readonly onDidChange: Listen<void>;
}

/** Until VS Code has listed its models, those known earlier stay. */
export function createModelList(rosters: Pick<AvailableModels, 'own' | 'all'>): ModelList {
  const changes = listeners<void>();
  let own: readonly Model[] = [];
  let others: readonly Model[] = [];
  let requests = 0;

  async function learn(): Promise<void> {
    const request = ++requests;
    const found = await modelsOf(rosters.own);
    if (request !== requests) return;
    own = found;
    changes.fire();
    const complete = await modelsOf(rosters.all);
    if (request !== requests) return;
    const names = new Set(own.map(modelReference));
    others = complete.filter(model => !names.has(modelReference(model)));
    changes.fire();
  }

  return {
    get all() {
      return [...own, ...others];
    },
    learn: () => void learn(),
    onDidChange: changes.listen,
  };
}

function modelsOf(roster: ModelRoster): Promise<readonly Model[]> {
  return roster.models(AbortSignal.timeout(30_000));
}
