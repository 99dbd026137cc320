import type { Disposable } from '../converser/ground/async/listeners.ts';
import { optionsOfModel } from '../converser/words/models/model-options.ts';
import { createModelRoster, type ModelRoster } from '../converser/words/models/model-roster.ts';
import type { Model } from '../converser/words/models/provider.ts';
import { withOptions } from '../converser/words/models/with-model-options.ts';
import { createPdfText } from '../ensembles/pdf/lazy-pdf-text.ts';
import type { HostPorts } from './host-ports.ts';

export interface Models extends Disposable {
  readonly models: ModelRoster;
  readonly withPdfText: (model: Model) => Model;
}

export function createModels({
  settings,
  addProviders,
}: Pick<HostPorts, 'settings' | 'addProviders'>): Models {
  const withPdfText = createPdfText();
  const withWanted = withOptions(reference => optionsOfModel(reference, settings.modelOptions));
  const models = createModelRoster(model => withWanted(withPdfText(model)));
  const providers = addProviders(models);
  return { models, withPdfText, dispose: () => providers.dispose() };
}
