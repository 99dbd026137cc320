import type { Conversation } from '../converser/conversation/conversation.ts';
import type { ConverseEvent } from '../converser/conversation/converse-event.ts';
import type { Approver } from '../converser/permission/approver.ts';
import {
  type ConverseOptions,
  type ConversePorts,
  converse,
  type Limits,
  type Prompt,
} from '../converser/turn/converse.ts';
import { supervisorText } from '../converser/turn/supervisor-text.ts';
import type { ConversationApprovers } from './questions/conversation-approvers.ts';

export interface TurnOptions extends Pick<ConverseOptions, 'model' | 'signal' | 'offers'> {
  /** Answers the permission questions of this turn. */
  readonly approver: Approver;
}

/**
 * Runs one turn with everything that the turns of all surfaces have in common.
 *
 * Contract: that of `converse`.
 */
export type RunTurn = (
  conversation: Conversation,
  prompt: Prompt,
  options: TurnOptions,
) => AsyncIterable<ConverseEvent>;

export interface TurnPorts extends Pick<ConversePorts, 'roster' | 'permissions' | 'host'> {
  /** Read at the start of each turn, so that a changed setting counts from the next turn on. */
  readonly limits: () => Limits;
  readonly approvers: ConversationApprovers;
  /** The unique names by which the tools know the opened folders. */
  readonly rootNames: () => readonly string[];
}

export function createRunTurn({ limits, approvers, rootNames, ...shared }: TurnPorts): RunTurn {
  return async function* runTurn(conversation, prompt, { approver, ...own }) {
    const asking = approvers.set(conversation.id, approver);
    try {
      yield* converse(conversation, prompt, {
        ...own,
        ports: { ...shared, limits: limits() },
        supervisor: supervisorText(rootNames()),
      });
    } finally {
      asking.dispose();
    }
  };
}
