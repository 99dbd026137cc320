import type { PermissionAnswer, PermissionQuestion } from './permission-question.ts';

/**
 * Asks the user about a call, or decides in their place.
 *
 * Calls of one conversation that wait at the same time are asked about at the same time: `ask` is called for one after
 * the other, in the order of the calls, with nothing in between. A yes that covers others aborts their signals.
 *
 * Contract: resolves to a decline when the signal aborts or the user cannot be asked; never rejects.
 */
export interface Approver {
  ask(question: PermissionQuestion, signal: AbortSignal): Promise<PermissionAnswer>;
  /** Why the user could not be asked and what they can do, in whole sentences. `undefined`: they were asked. */
  readonly whyUnasked?: (question: PermissionQuestion) => string | undefined;
}
