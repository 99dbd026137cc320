import type { Usage } from '../../converser/provider.ts';

const kinds = ['input', 'output', 'cached', 'reasoning'] as const;

/** What both requests used. A figure that neither tells is absent. */
export function addUsage(one: Usage | undefined, other: Usage | undefined): Usage | undefined {
  if (one === undefined || other === undefined) return one ?? other;
  const told = kinds.filter(kind => one[kind] !== undefined || other[kind] !== undefined);
  return Object.fromEntries(told.map(kind => [kind, (one[kind] ?? 0) + (other[kind] ?? 0)]));
}
