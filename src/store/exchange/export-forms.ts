export const exportForms = ['markdown', 'html', 'json'] as const;

export type ExportForm = (typeof exportForms)[number];
