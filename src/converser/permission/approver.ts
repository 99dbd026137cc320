import type { PermissionAnswer, PermissionQuestion } from './permission-question.ts';

/**
 * Whoever can decide about a call in the person's stead.
 *
 * Contract: resolves to a decline when the signal aborts or nobody can be asked; never rejects.
 */
export interface Approver {
  ask(question: PermissionQuestion, signal: AbortSignal): Promise<PermissionAnswer>;
}
