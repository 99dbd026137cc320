export interface Finding {
  readonly state: 'good' | 'warning' | 'bad';
  readonly title: string;
  readonly found: string;
  readonly remedy?: Remedy;
}

export interface Remedy {
  readonly text: string;
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

export interface Check {
  readonly title: string;
  readonly run: (signal: AbortSignal) => Promise<readonly Finding[]>;
}
