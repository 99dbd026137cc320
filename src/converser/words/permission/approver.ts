import type { PermissionAnswer, PermissionQuestion } from './permission-question.ts';

/**
 * Contract: resolves to a decline when the signal aborts or you can't be asked; never rejects.
 * `ask` is called in order, for all waiting calls. A yes that covers others aborts their signals.
 */
export interface Approver {
  ask(question: PermissionQuestion, signal: AbortSignal): Promise<PermissionAnswer>;
  readonly whyUnasked?: (question: PermissionQuestion) => string | undefined;
}
