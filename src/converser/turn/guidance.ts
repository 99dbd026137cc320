import type { Tell } from '../ground/async/told.ts';
import type { Host } from '../ground/host.ts';
import type { Canister, DocumentCanister } from '../words/canister/canister.ts';
import type { ResourceContent } from '../words/canister/content.ts';
import { newCanister } from '../words/canister/new-canister.ts';
import type { Conversation, Turn } from '../words/conversation/conversation.ts';
import type { ConverseEvent } from '../words/conversation/converse-event.ts';
import { ofWorkspace } from '../words/labels/label.ts';
import type { Model } from '../words/models/provider.ts';
import { addToTurn } from './join-turn.ts';

/** Contract: it decides nothing, never rejects, and answers soon after the signal aborts. */
export interface Guidance {
  begin(turn: GuidedTurn, signal: AbortSignal): Promise<TurnGuidance>;
}

export interface GuidedTurn {
  readonly conversationId: string;
  readonly model: Pick<Model, 'capabilities'>;
}

export interface TurnGuidance {
  /** Stays the same over turns, so that requests go on with the same bytes, unless you change something. */
  readonly above?: string | undefined;
  readonly notices: readonly string[];
  follow(joined: Joined, signal: AbortSignal): Promise<Followed>;
}

export interface Joined {
  readonly canisters: readonly Canister[];
  readonly sent: () => readonly Canister[];
}

export interface Followed {
  readonly documents: readonly ResourceContent[];
  readonly notices: readonly string[];
}

export interface GuideOptions {
  readonly conversation: Conversation;
  readonly turn: Turn;
  readonly model: Model;
  readonly host: Host;
  readonly signal: AbortSignal;
  readonly tell: Tell<ConverseEvent>;
}

export interface Guide {
  readonly above: string | undefined;
  follow(sent: () => readonly Canister[]): Promise<void>;
}

export async function beginGuiding(guidance: Guidance | undefined, options: GuideOptions): Promise<Guide> {
  if (guidance === undefined) return unguided;
  const { conversation, model, signal, tell } = options;
  const found = await guidance.begin({ conversationId: conversation.id, model }, signal);
  await tell(found.notices.map(noticed));
  return guideOf(found, options);
}

const unguided: Guide = { above: undefined, async follow() {} };

function guideOf(guidance: TurnGuidance, { turn, host, signal, tell }: GuideOptions): Guide {
  let seen = 0;
  return {
    above: guidance.above,
    async follow(sent) {
      const canisters = turn.canisters.slice(seen);
      seen = turn.canisters.length;
      const { documents, notices } = await guidance.follow({ canisters, sent }, signal);
      await tell(notices.map(noticed));
      if (documents.length === 0 || signal.aborted) return;
      const added = documents.map(
        (document): DocumentCanister => ({
          ...newCanister('document', host),
          role: 'document',
          content: [document],
          label: { ...ofWorkspace, read: document.uri },
          added: true,
          stands: 'instructions',
        }),
      );
      await tell(addToTurn(turn, added));
      seen = turn.canisters.length;
    },
  };
}

function noticed(message: string): ConverseEvent {
  return { type: 'notice', message };
}
