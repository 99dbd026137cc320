import { askingThrough, watchDecisions } from '../converser/call/permission/permissions.ts';
import { type Compacted, compactConversation } from '../converser/turn/compact-conversation.ts';
import { converse } from '../converser/turn/converse.ts';
import { converseOnTrial } from '../converser/turn/converse-on-trial.ts';
import type { ConverseOptions, ConversePorts, Prompt } from '../converser/turn/converse-options.ts';
import { inMode } from '../converser/turn/in-mode.ts';
import type { Conversation } from '../converser/words/conversation/conversation.ts';
import type { ConverseEvent } from '../converser/words/conversation/converse-event.ts';
import type { Mode } from '../converser/words/conversation/mode.ts';
import type { Approver } from '../converser/words/permission/approver.ts';

export interface TurnOptions
  extends Pick<ConverseOptions, 'model' | 'signal' | 'offers' | 'steering' | 'wanted' | 'auxdata'> {
  /** Answers the permission questions of this turn. */
  readonly approver: Approver;
  /** Absent: the one that takes nothing away. */
  readonly mode?: Mode | undefined;
  /** Called for each call that is to be permitted, with its id, and what it returns when that is decided. */
  readonly deciding?: (invocationId: string) => () => void;
  /** It ends before anything is sent, and only tells how much of the window that would take: see `converseOnTrial`. */
  readonly isTrial?: true;
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

/** Leaves out what is old of a conversation between two turns, because you want that. Throws while a turn runs. */
export type CompactNow = (
  conversation: Conversation,
  options: Pick<ConverseOptions, 'model' | 'signal'>,
) => AsyncGenerator<readonly ConverseEvent[], Compacted>;

export interface TurnSources {
  /** Read at the start of each turn, so that a changed setting counts from the next turn on. */
  readonly ports: () => ConversePorts;
  /** What every model is told, read at the start of each turn, too. */
  readonly supervisor: () => string;
}

export function createCompactNow({ ports }: Pick<TurnSources, 'ports'>): CompactNow {
  return (conversation, options) => compactConversation(conversation, { ...options, ports: ports() });
}

export function createRunTurn({ ports, supervisor }: TurnSources): RunTurn {
  return (conversation, prompt, { approver, deciding, isTrial, mode, ...own }) => {
    const shared = ports();
    const asking = askingThrough(approver, shared.permissions);
    const permissions = deciding === undefined ? asking : watchDecisions(asking, deciding);
    return (isTrial ? converseOnTrial : converse)(conversation, prompt, {
      ...own,
      ...inMode(mode, { ...own, supervisor: supervisor() }),
      ports: { ...shared, permissions },
    });
  };
}
