import type { Model } from '../../converser/words/models/provider.ts';
import type { ModelFacts } from './provider-definition.ts';

/** Lists models as data, and makes `Model`s of such data. */
export interface ModelSource {
  /** Rejects with a `ConverserError`. */
  list(signal: AbortSignal): Promise<readonly ListedModel[]>;
  /** The given facts are all that is known about it. */
  model(listed: ListedModel): Model;
}

/** A model as its provider lists it: plain data, enough to show it and to build it later. */
export interface ListedModel {
  readonly id: string;
  /** Default: the id. */
  readonly label?: string;
  /** What the provider reports about it. */
  readonly facts?: ModelFacts;
  /** Its server has no other, and takes requests for any name to be for it. */
  readonly isOnly?: true;
}
