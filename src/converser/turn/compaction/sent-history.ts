import { fenced } from '../../call/caution/fence.ts';
import { type Growing, growing } from '../../ground/growing.ts';
import {
  type Canister,
  type CompactionCanister,
  isCompaction,
  isResult,
} from '../../words/canister/canister.ts';
import { knownAsValid, validHistory } from '../../words/canister/valid-history.ts';
import type { Conversation, Turn } from '../../words/conversation/conversation.ts';
import { type Compactions, compacted, compactionsIn, leftOutResults } from './compacted.ts';

export interface SentHistory {
  /** It grows while the turn runs. */
  history(): readonly Canister[];
  sent(): number;
  compactions(): readonly CompactionCanister[];
  isHidden(resultId: string): boolean;
  read(): void;
  after(above: readonly Canister[], more?: Compactions): readonly Canister[];
}

interface Made {
  readonly above: readonly Canister[];
  readonly list: Growing<Canister>;
}

export function createSentHistory(
  conversation: Pick<Conversation, 'canisters'>,
  turn: Pick<Turn, 'canisters'>,
): SentHistory {
  const sound = validHistory(conversation.canisters).slice();
  let compactions = compactionsIn(conversation.canisters);
  let seen = turn.canisters.length;
  let sent = sound.length;
  let hidden: ReadonlySet<string> | undefined;
  let made: Made | undefined;

  function findHidden(): ReadonlySet<string> {
    const read = new Map(compacted(sound, compactions).map(each => [each.id, each]));
    const leftOut = leftOutResults(compactions);
    const isGone = (canister: Canister) => {
      const now = read.get(canister.id);
      return now === undefined || (leftOut.has(canister.id) && now !== canister);
    };
    return new Set(sound.filter(isGone).map(({ id }) => id));
  }

  return {
    history: () => sound,
    sent: () => sent,
    compactions: () => compactions,
    isHidden(id) {
      if (compactions.length === 0) return false;
      hidden ??= findHidden();
      return hidden.has(id);
    },
    read() {
      const added = turn.canisters.slice(seen);
      seen = turn.canisters.length;
      hidden = undefined;
      const more = compactionsIn(added);
      if (more.length > 0) {
        compactions = [...compactions, ...more];
        made = undefined;
      }
      // A compaction alone changes nothing of what the model was sent.
      if (added.length > 0 && added.every(isCompaction)) return;
      sent = sound.length;
      // Each round ends with the results of its invocations, so what it adds is sound by itself.
      const fresh = validHistory(added);
      sound.push(...fresh);
      if (fresh.some(each => isResult(each) && each.inShort)) made = undefined;
      made?.list.add(fresh.map(fenced));
    },
    after(above, more = []) {
      const read = (compactedBy: Compactions) =>
        validHistory(above).concat(compacted(sound, compactedBy)).map(fenced);
      if (more.length > 0) return knownAsValid(read([...compactions, ...more]));
      if (made?.above !== above) made = { above, list: growing(read(compactions)) };
      return knownAsValid(made.list.now());
    },
  };
}
