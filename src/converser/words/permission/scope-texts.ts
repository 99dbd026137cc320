import type { PermissionScope } from './permission-question.ts';

export const scopeTexts: Readonly<Record<PermissionScope, string>> = {
  once: 'Once',
  turn: 'Until this answer is complete',
  conversation: 'In this conversation',
  workspace: 'In this workspace',
  user: 'In every workspace',
};
