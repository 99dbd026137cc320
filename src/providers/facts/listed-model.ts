import type { ModelFacts } from './provider-definition.ts';

/** A model as its server lists it: plain data, enough to show it and to build it later. */
export interface ListedModel {
  readonly id: string;
  /** What people are shown. Default: the id. */
  readonly label?: string;
  /** What the provider reports about it. */
  readonly facts?: ModelFacts;
}
