import type { Drift } from '../../../ensembles/mcp/lock/find-drift.ts';

/** Instructions have no name, unlike a tool: see `Drift`. */
export function isAboutInstructions({ tool }: Pick<Drift, 'tool'>): boolean {
  return tool === '';
}

export function subjectOf(drift: Pick<Drift, 'server' | 'tool'>): string {
  const { server, tool } = drift;
  return isAboutInstructions(drift) ? `The instructions of ${server}` : `${server}:${tool}`;
}

/** The text reads after the name. */
export function changeText(drift: Pick<Drift, 'tool' | 'kind' | 'formerly'>): string {
  const { kind, formerly = '' } = drift;
  if (isAboutInstructions(drift)) return instructionsChanged[kind];
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

const instructionsChanged: Readonly<Record<Drift['kind'], string>> = {
  changed: 'have changed',
  vanished: 'were removed',
  renamed: 'were replaced',
  new: 'are new',
};
