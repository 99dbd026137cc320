import type { Model } from '../../converser/words/models/provider.ts';
import type { ModelFacts } from './provider-definition.ts';

export interface ModelSource {
  /** Rejects with a `ConverserError`. */
  list(signal: AbortSignal): Promise<readonly ListedModel[]>;
  /** The given facts are all that is known about it. */
  model(listed: ListedModel): Model;
}

/** Plain data, enough to show a model and to build it later. */
export interface ListedModel {
  readonly id: string;
  /** Default: the id. */
  readonly label?: string;
  readonly facts?: ModelFacts;
  /** The server has only this model, and answers requests for any name with it. */
  readonly isOnly?: true;
}
