import { type Canister, isInvocation, isResult } from '../canister/canister.ts';
import { errors } from '../errors.ts';
import { addSpending, noSpending, type Spending } from '../spending/spending.ts';

/**
 * The committed canisters, and at most one open turn.
 *
 * Invariant: a turn joins the committed canisters whole or not at all.
 */
export interface Conversation {
  readonly id: string;
  readonly canisters: readonly Canister[];
  /** The canisters of the open turn, if one is open. */
  readonly turn: readonly Canister[] | undefined;
  /** What all its turns have cost, those that were rolled back included. */
  readonly spending: Spending;
  spend(more: Spending): void;
  /** Throws `turn-open` when a turn is open already. */
  begin(): Turn;
  /** A conversation of its own that starts with what is committed here. The open turn stays here, and what was spent. */
  fork(id: string): Conversation;
  /** The state an ensemble keeps for this conversation. */
  namespace(ensemble: string): Map<string, unknown>;
}

export interface Turn {
  readonly canisters: readonly Canister[];
  /** Does nothing once the turn has ended. */
  append(...canisters: readonly Canister[]): void;
  /** Throws `turn-incomplete` unless every invocation has exactly one result; then nothing has changed. */
  commit(): void;
  /** Forgets the turn. Does nothing once the turn has ended. */
  rollBack(): void;
}

/** The state that ensembles keep for one conversation, by their names. */
export type Namespaces = Map<string, Map<string, unknown>>;

/**
 * A conversation that continues `past`. A surface that creates it for each turn passes the same `namespaces` each
 * time.
 */
export function createConversation(
  id: string,
  past: readonly Canister[] = [],
  namespaces: Namespaces = new Map(),
): Conversation {
  let committed: readonly Canister[] = [...past];
  let open: Turn | undefined;
  let spending = noSpending;

  return {
    id,
    get canisters() {
      return committed;
    },
    get turn() {
      return open?.canisters;
    },
    get spending() {
      return spending;
    },
    spend(more) {
      spending = addSpending(spending, more);
    },
    begin() {
      if (open !== undefined) throw errors.turnOpen();
      const turn = createTurn((canisters = []) => {
        open = undefined;
        committed = committed.concat(canisters);
      });
      open = turn;
      return turn;
    },
    fork: forkId => createConversation(forkId, committed),
    namespace(ensemble) {
      const found = namespaces.get(ensemble) ?? new Map<string, unknown>();
      namespaces.set(ensemble, found);
      return found;
    },
  };
}

/** `end` is given the canisters that join the conversation: all of the turn's, or none. */
function createTurn(end: (canisters?: readonly Canister[]) => void): Turn {
  const canisters: Canister[] = [];
  let isOpen = true;
  return {
    canisters,
    append(...more) {
      if (isOpen) canisters.push(...more);
    },
    commit() {
      if (!isOpen) return;
      const orphan = findOrphan(canisters);
      if (orphan !== undefined) throw errors.turnIncomplete(orphan);
      isOpen = false;
      end(canisters);
    },
    rollBack() {
      if (!isOpen) return;
      isOpen = false;
      end();
    },
  };
}

/** The id of an invocation without exactly one later result, or of one that a stray result names. */
function findOrphan(canisters: readonly Canister[]): string | undefined {
  const seen = new Set<string>();
  const waiting = new Set<string>();
  for (const canister of canisters) {
    if (isInvocation(canister)) {
      if (seen.has(canister.id)) return canister.id;
      seen.add(canister.id);
      waiting.add(canister.id);
    }
    if (isResult(canister) && !waiting.delete(canister.invocationId)) return canister.invocationId;
  }
  return waiting.values().next().value;
}
