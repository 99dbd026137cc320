import { askingThrough, watchDecisions } from '../converser/call/permission/permissions.ts';
import {
  type Compacted,
  type CompactOptions,
  compactConversation,
} from '../converser/turn/compact-conversation.ts';
import { converse } from '../converser/turn/converse.ts';
import { converseOnTrial } from '../converser/turn/converse-on-trial.ts';
import type { ConverseOptions, ConversePorts, Prompt } from '../converser/turn/converse-options.ts';
import { inMode } from '../converser/turn/in-mode.ts';
import type { Conversation } from '../converser/words/conversation/conversation.ts';
import type { ConverseEvent } from '../converser/words/conversation/converse-event.ts';
import type { Mode } from '../converser/words/conversation/mode.ts';
import type { Approver } from '../converser/words/permission/approver.ts';

type Own =
  | 'model'
  | 'signal'
  | 'offers'
  | 'steering'
  | 'wanted'
  | 'auxdata'
  | 'beforeChange'
  | 'acceptsEdits';

export interface TurnOptions extends Pick<ConverseOptions, Own> {
  readonly approver: Approver;
  readonly mode?: Mode | undefined;
  readonly deciding?: (invocationId: string) => () => void;
  /** Ends before anything is sent: see `converseOnTrial`. */
  readonly isTrial?: true;
  /** Whether edits only wait for your review: see `Mode.reviewsFirst`. */
  readonly reviewsFirst?: boolean;
}

/** Contract: that of `converse`. */
export type RunTurn = (
  conversation: Conversation,
  prompt: Prompt,
  options: TurnOptions,
) => AsyncIterable<ConverseEvent>;

export type CompactNow = (
  conversation: Conversation,
  options: Pick<CompactOptions, 'model' | 'signal' | 'result'>,
) => AsyncGenerator<readonly ConverseEvent[], Compacted>;

export interface TurnSources {
  readonly ports: () => ConversePorts;
  readonly supervisor: () => string;
  readonly propose: (ports: ConversePorts, conversation: Conversation) => ConversePorts;
}

export function createCompactNow({ ports }: Pick<TurnSources, 'ports'>): CompactNow {
  return (conversation, options) => compactConversation(conversation, { ...options, ports: ports() });
}

export function createRunTurn({ ports, supervisor, propose }: TurnSources): RunTurn {
  return (conversation, prompt, { approver, deciding, isTrial, mode, reviewsFirst, ...own }) => {
    const shared = reviewsFirst === true ? propose(ports(), conversation) : ports();
    const asking = askingThrough(approver, shared.permissions);
    const permissions = deciding === undefined ? asking : watchDecisions(asking, deciding);
    return (isTrial ? converseOnTrial : converse)(conversation, prompt, {
      ...own,
      ...inMode(mode, { ...own, supervisor: supervisor() }),
      ports: { ...shared, permissions },
    });
  };
}
