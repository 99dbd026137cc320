/** What one check of the doctor came to. */
export interface Finding {
  readonly state: 'good' | 'warning' | 'bad';
  /** What it is about, such as `Key`. */
  readonly title: string;
  readonly found: string;
  readonly remedy?: Remedy;
}

export interface Remedy {
  /** A sentence that says what to do. */
  readonly text: string;
  /** What does it, or leads there, where this program can. */
  readonly action?: RemedyAction;
}

export type RemedyAction =
  | 'start-gateway'
  | 'restart-gateway'
  | 'change-port'
  | 'connect-models'
  | 'choose-model'
  | 'set-api-key'
  | 'show-ensembles'
  | 'add-to-program';

/** Some findings that belong together. */
export interface Check {
  readonly title: string;
  /** What goes wrong on the way becomes a finding by itself. */
  readonly run: (signal: AbortSignal) => Promise<readonly Finding[]>;
}
