export const summaryArguments = {
  focus: {
    type: 'string',
    minLength: 1,
    maxLength: 500,
    description: 'What matters. Default: everything.',
  },
  length: { type: 'string', enum: ['short', 'medium', 'long'], default: 'medium' },
} as const;

export interface WantedSummary {
  readonly focus?: string;
  readonly length?: 'short' | 'medium' | 'long';
}

export function wordsOf({ length = 'medium' }: WantedSummary): number {
  switch (length) {
    case 'short':
      return 80;
    case 'medium':
      return 250;
    case 'long':
      return 700;
  }
}
