import type { FailureKind } from '../canister/canister.ts';

export const failureTexts: Readonly<Record<FailureKind, string>> = {
  validation: 'Invalid arguments',
  execution: 'The tool failed',
  timeout: 'The tool took too long',
  permission: 'Not allowed',
  network: 'The connection failed',
  'unknown-invoker': 'Unknown tool',
  cancelled: 'Cancelled',
};
