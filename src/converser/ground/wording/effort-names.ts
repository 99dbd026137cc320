export const effortNames = {
  none: 'Off',
  minimal: 'Minimal',
  low: 'Low',
  medium: 'Medium',
  high: 'High',
  xhigh: 'Extra high',
  max: 'Maximum',
} as const;

/** Each model has some of these, and takes the nearest below. */
export type Effort = keyof typeof effortNames;

export const efforts = Object.keys(effortNames) as readonly Effort[];
