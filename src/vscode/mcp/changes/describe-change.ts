import type { Drift } from '../../../ensembles/mcp/lock/find-drift.ts';

/** What has become of a tool since it was pinned, to be read after its name. */
export function sayChange({ kind, formerly = '' }: Pick<Drift, 'kind' | 'formerly'>): string {
  switch (kind) {
    case 'changed':
      return 'has changed';
    case 'vanished':
      return 'is gone';
    case 'renamed':
      return `is new, in place of ${formerly}`;
    case 'new':
      return 'is new';
  }
}
