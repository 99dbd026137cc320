import { endOf } from '../../converser/words/canister/canister.ts';
import { calendarDay } from '../../store/calendar-days.ts';
import type { ConversationFinder } from '../../store/conversation-finder.ts';
import type { StoredConversation } from '../../store/conversation-index.ts';
import type { ConversationStore } from '../../store/conversation-store.ts';
import type { StoredContent } from '../../store/stored-content.ts';
import { splitTurns } from '../sidebar/history/split-turns.ts';
import { heldBy, type SearchQuery } from './search-query.ts';
import { createFindHit, type FindHit, type TurnHit } from './turn-hit.ts';

export interface FoundConversation {
  readonly conversation: StoredConversation;
  /** The newest first. */
  readonly hits: readonly FoundTurn[];
  /** How many others there are. */
  readonly more: number;
}

export interface FoundTurn extends TurnHit {
  /** The oldest turn has 0. */
  readonly turn: number;
}

export interface ConversationSearchPorts {
  readonly store: Pick<ConversationStore, 'list' | 'read'>;
  readonly finder: ConversationFinder;
  /** The ids of the first canisters of turns that have changed something. */
  readonly changedTurns: () => Promise<ReadonlySet<string>>;
  readonly skipped: (conversation: StoredConversation, cause: unknown) => void;
}

const mostHits = 3;

/** In milliseconds; then the rest of the extension gets its turn. */
const slice = 10;

/** The newest conversation first, each as soon as it is found. What can't be read is skipped. */
export async function* searchConversations(
  query: SearchQuery,
  { store, finder, changedTurns, skipped }: ConversationSearchPorts,
  signal: AbortSignal,
): AsyncGenerator<FoundConversation, void> {
  const [all, holds, changed] = await Promise.all([
    store.list(),
    finder(heldBy(query), signal),
    query.changed ? changedTurns() : new Set<string>(),
  ]);
  const find = createFindHit(query);
  let since = performance.now();
  for (const conversation of all) {
    if (!holds(conversation.id) || !mayHold(conversation, query)) continue;
    if (performance.now() - since > slice) {
      await new Promise(setImmediate);
      since = performance.now();
    }
    if (signal.aborted) return;
    try {
      const content = await store.read(conversation.id);
      const found = foundIn(content, find, changed);
      if (found.hits.length > 0) yield { conversation, ...found };
    } catch (cause) {
      skipped(conversation, cause);
    }
  }
}

function mayHold({ timestamp }: StoredConversation, { after }: SearchQuery): boolean {
  return after === undefined || calendarDay(new Date(timestamp)) >= after;
}

function foundIn(
  { canisters, spending, origin }: StoredContent,
  find: FindHit,
  changed: ReadonlySet<string>,
): Omit<FoundConversation, 'conversation'> {
  const hits = splitTurns(canisters).flatMap((canisters, turn): FoundTurn[] => {
    const model = spending.turns[endOf(canisters)?.id ?? '']?.model ?? origin?.model;
    const hit = find(canisters, { model, hasChanged: changed.has(canisters[0]?.id ?? '') });
    return hit === undefined ? [] : [{ ...hit, turn }];
  });
  return { hits: hits.reverse().slice(0, mostHits), more: Math.max(0, hits.length - mostHits) };
}
