export interface Origin {
  readonly client: string;
  readonly model: string;
  /** Ensembles whose tools the model could use; `*` stands for all. */
  readonly tools: readonly string[];
}
