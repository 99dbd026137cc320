import type { Disposable } from '../converser/async/listeners.ts';
import { createModelRoster } from '../converser/models/model-roster.ts';
import { createRehearsalProvider } from '../providers/rehearsal/rehearsal-provider.ts';
import { createLmProvider } from '../vscode/language-models/lm-provider.ts';
import type { AvailableModels } from '../vscode/models/available-models.ts';
import type { OwnModels } from './compose-models.ts';

export function composeAvailableModels({ models, providers }: OwnModels): AvailableModels & Disposable {
  const all = createModelRoster();
  all.add(createRehearsalProvider());
  const joined = providers.join(all);
  all.add(createLmProvider());
  return { own: models, all, providers: () => providers.definitions, dispose: () => joined.dispose() };
}
