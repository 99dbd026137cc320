export const effortNames = {
  none: 'Off',
  minimal: 'Minimal',
  low: 'Low',
  medium: 'Medium',
  high: 'High',
  xhigh: 'Extra high',
  max: 'Maximum',
} as const;

export type Effort = keyof typeof effortNames;

export const efforts = Object.keys(effortNames) as readonly Effort[];
