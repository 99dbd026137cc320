import type { ModelRoster } from '../../converser/words/models/model-roster.ts';
import type { Model } from '../../converser/words/models/provider.ts';
import type { ProviderDefinition } from '../../providers/facts/provider-definition.ts';

export interface AvailableModels {
  /** These are Rehearsal and the models of the providers in the settings. */
  readonly own: ModelRoster;
  readonly all: ModelRoster;
  /** A model that is in none of the lists gets the text of PDFs, as those in them do. */
  readonly withPdfText: (model: Model) => Model;
  readonly providers: () => readonly ProviderDefinition[];
}
