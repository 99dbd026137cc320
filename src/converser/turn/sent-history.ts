import type { Canister, Superseding } from '../canister/canister.ts';
import { joinHistory, validHistory } from '../canister/valid-history.ts';
import type { Conversation, Turn } from '../conversation/conversation.ts';
import { type Superseded, shortened, supersededIn } from '../invocation/deduplication/short-results.ts';

/** What the model is sent of a conversation, round after round. */
export interface SentHistory {
  /** With what the turn had when it was read last, all results as they are. */
  history(): readonly Canister[];
  /** How many of these the model had been sent before that. */
  readonly sent: number;
  /** The results that are left out. */
  readonly superseded: Superseded;
  /** Whether requests leave out what this result says. */
  isHidden(resultId: string): boolean;
  /** Takes in what has joined the turn since. */
  read(): void;
  supersede(superseding: Superseding): void;
  /** As the model reads it, after instructions that are not kept. */
  after(above: readonly Canister[]): readonly Canister[];
}

interface Made {
  readonly above: readonly Canister[];
  readonly sound: readonly Canister[];
  readonly superseded: Superseded;
  readonly canisters: readonly Canister[];
}

export function createSentHistory(conversation: Conversation, turn: Turn): SentHistory {
  let sound = validHistory(conversation.canisters);
  let seen = turn.canisters.length;
  let sent = sound.length;
  let superseded = supersededIn(sound);
  /** What `after` returned last: each round asks several times. */
  let made: Made | undefined;
  return {
    history: () => sound,
    get sent() {
      return sent;
    },
    get superseded() {
      return superseded;
    },
    isHidden: id => superseded.has(id),
    read() {
      sent = sound.length;
      // Each round ends with the results of its invocations, so that what it has added is sound by itself, and what you add.
      sound = joinHistory(sound, validHistory(turn.canisters.slice(seen)));
      seen = turn.canisters.length;
    },
    supersede({ results }) {
      superseded = new Map([...superseded, ...Object.entries(results)]);
    },
    after(above) {
      if (made?.above !== above || made.sound !== sound || made.superseded !== superseded) {
        const canisters = joinHistory(validHistory(above), shortened(sound, superseded));
        made = { above, sound, superseded, canisters };
      }
      return made.canisters;
    },
  };
}
