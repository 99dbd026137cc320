import type { PermissionAnswer, PermissionQuestion } from './permission-question.ts';

/**
 * Asks you about a call, or decides in your place.
 * Waiting calls of one conversation are asked about at the same time: `ask` is called for one after the
 * other, in their order. A yes that covers others aborts their signals.
 * Contract: resolves to a decline when the signal aborts or you can't be asked; never rejects.
 */
export interface Approver {
  ask(question: PermissionQuestion, signal: AbortSignal): Promise<PermissionAnswer>;
  readonly whyUnasked?: (question: PermissionQuestion) => string | undefined;
}
