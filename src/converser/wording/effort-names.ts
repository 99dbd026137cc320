import type { Effort } from '../models/model-options.ts';

/** How hard a model thinks, for people. */
export const effortNames: Readonly<Record<Effort, string>> = {
  none: 'Off',
  minimal: 'Minimal',
  low: 'Low',
  medium: 'Medium',
  high: 'High',
  xhigh: 'Extra high',
  max: 'Maximum',
};
