import { fenced } from '../../call/caution/fence.ts';
import {
  type Canister,
  type CompactionCanister,
  isCompaction,
  isResult,
} from '../../words/canister/canister.ts';
import { joinHistory, validHistory, validLike } from '../../words/canister/valid-history.ts';
import type { Conversation, Turn } from '../../words/conversation/conversation.ts';
import { type Compactions, compacted, compactionsIn, leftOutResults } from './compacted.ts';

export interface SentHistory {
  history(): readonly Canister[];
  sent(): number;
  compactions(): readonly CompactionCanister[];
  isHidden(resultId: string): boolean;
  read(): void;
  after(above: readonly Canister[], more?: Compactions): readonly Canister[];
}

interface Made {
  readonly above: readonly Canister[];
  readonly canisters: readonly Canister[];
}

export function createSentHistory(
  conversation: Pick<Conversation, 'canisters'>,
  turn: Pick<Turn, 'canisters'>,
): SentHistory {
  let sound = validHistory(conversation.canisters);
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
      sound = joinHistory(sound, fresh);
      // What was made goes on where nothing of it can change.
      const isKept = compactions.length === 0 && !fresh.some(each => isResult(each) && each.inShort);
      const further = validLike(fresh.map(fenced), fresh);
      made = made && isKept ? { ...made, canisters: joinHistory(made.canisters, further) } : undefined;
    },
    after(above, more = []) {
      const read = () =>
        joinHistory(validHistory(above), compacted(sound, [...compactions, ...more]), fenced);
      if (more.length > 0) return read();
      if (made?.above !== above) made = { above, canisters: read() };
      return made.canisters;
    },
  };
}
