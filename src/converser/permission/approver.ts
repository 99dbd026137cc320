import type { PermissionAnswer, PermissionQuestion } from './permission-question.ts';

/**
 * Asks the user about a call, or decides in their place.
 *
 * Contract: resolves to a decline when the signal aborts or the user cannot be asked; never rejects.
 */
export interface Approver {
  ask(question: PermissionQuestion, signal: AbortSignal): Promise<PermissionAnswer>;
}
