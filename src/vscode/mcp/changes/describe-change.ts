import type { Drift } from '../../../ensembles/mcp/lock/find-drift.ts';

/** What happened to a tool since it was pinned; reads after its name. */
export function changeText({ kind, formerly = '' }: Pick<Drift, 'kind' | 'formerly'>): string {
  switch (kind) {
    case 'changed':
      return 'has changed';
    case 'vanished':
      return 'was removed';
    case 'renamed':
      return `replaced ${formerly}`;
    case 'new':
      return 'is new';
  }
}
