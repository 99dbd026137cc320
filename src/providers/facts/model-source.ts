import type { Model } from '../../converser/words/models/provider.ts';
import type { ModelFacts } from './provider-definition.ts';

export interface ModelSource {
  list(signal: AbortSignal): Promise<readonly ListedModel[]>;
  model(listed: ListedModel): Model;
}

export interface ListedModel {
  readonly id: string;
  readonly label?: string;
  readonly facts?: ModelFacts;
  /** The server has only this model, and answers requests for any name with it. */
  readonly isOnly?: true;
}
