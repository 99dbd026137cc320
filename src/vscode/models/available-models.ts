import type { ModelRoster } from '../../converser/words/models/model-roster.ts';
import type { Model } from '../../converser/words/models/provider.ts';
import type { ProviderDefinition } from '../../providers/facts/provider-definition.ts';

/** The models that can answer in this window. */
export interface AvailableModels {
  /** Converser's own: Rehearsal, and those of the model providers in the settings. */
  readonly own: ModelRoster;
  /** Converser's own and VS Code's. */
  readonly all: ModelRoster;
  /** What a model is offered as that is in none of the lists, as those in them are: it gets the text of PDFs. */
  readonly withPdfText: (model: Model) => Model;
  /** The model providers in the settings. */
  readonly providers: () => readonly ProviderDefinition[];
}
