import {
  type Canister,
  type Fallback,
  isInvocation,
  isResult,
  type ToolOrder,
} from '../canister/canister.ts';
import { type Exposure, joinExposures, unexposed } from '../labels/exposure.ts';
import { addSpending, noSpending, type Spending } from '../spending/spending.ts';
import { exposureOf } from './read-exposure.ts';
import { turnErrors } from './turn-errors.ts';

/** Invariant: a question, a round or an end joins whole or not at all; at most one turn is open. */
export interface Conversation {
  readonly id: string;
  readonly canisters: readonly Canister[];
  readonly spending: Spending;
  spend(more: Spending): void;
  exposure(): Exposure;
  show(canisters: readonly Canister[]): void;
  /** Keeps the order with the next part that joins. */
  keepToolOrder(order: ToolOrder): void;
  /** Throws `turn-open` if a turn is open already. */
  begin(): Turn;
  fork(id: string): Conversation;
  namespace(ensemble: string): Map<string, unknown>;
}

export interface Turn {
  readonly canisters: readonly Canister[];
  /** Throws `turn-incomplete`, and changes nothing, unless each invocation in it has exactly one result. */
  join(part: readonly Canister[]): readonly Canister[];
  fallBack(fallback: Fallback): void;
  end(): void;
  /** Removes what has joined, and ends the turn. Does nothing once the turn has ended. */
  rollBack(): void;
}

/** Ends a line of a log. */
export function inConversation({ id }: Pick<Conversation, 'id'>): string {
  return ` (conversation ${id})`;
}

export type Namespaces = Map<string, Map<string, unknown>>;

/** Continues `past`. A surface that creates one for each turn passes the same `namespaces` each time. */
export function createConversation(
  id: string,
  past: readonly Canister[] = [],
  namespaces: Namespaces = new Map(),
): Conversation {
  let isOpen = false;
  let toolOrder: ToolOrder | undefined;
  let shown = unexposed;
  let exposed = { count: 0, to: unexposed };

  function begin(): Turn {
    if (isOpen) throw turnErrors.turnOpen();
    isOpen = true;
    const before = conversation.canisters;
    return createTurn({
      withOrder(first) {
        if (toolOrder === undefined) return first;
        const ordered = { ...first, toolOrder };
        toolOrder = undefined;
        return ordered;
      },
      add(part) {
        conversation.canisters = conversation.canisters.concat(part);
      },
      end(isKept) {
        isOpen = false;
        if (isKept) return;
        conversation.canisters = before;
        exposed = { count: 0, to: unexposed };
      },
    });
  }

  const conversation = {
    id,
    canisters: [...past] as readonly Canister[],
    spending: noSpending,
    spend(more: Spending) {
      conversation.spending = addSpending(conversation.spending, more);
    },
    exposure() {
      const { canisters } = conversation;
      const fresh = canisters.slice(exposed.count);
      if (fresh.length > 0) exposed = { count: canisters.length, to: exposureOf(fresh, exposed.to) };
      return joinExposures(exposed.to, shown);
    },
    show(canisters: readonly Canister[]) {
      shown = joinExposures(shown, exposureOf(canisters));
    },
    keepToolOrder(order: ToolOrder) {
      toolOrder = order;
    },
    begin,
    fork: (forkId: string) => createConversation(forkId, conversation.canisters),
    namespace(ensemble: string) {
      const found = namespaces.get(ensemble) ?? new Map<string, unknown>();
      namespaces.set(ensemble, found);
      return found;
    },
  };
  return conversation;
}

interface TurnEffects {
  withOrder(first: Canister): Canister;
  add(part: readonly Canister[]): void;
  end(isKept: boolean): void;
}

function createTurn(effects: TurnEffects): Turn {
  let hasEnded = false;
  let fallback: Fallback | undefined;
  const end = (isKept: boolean) => {
    if (hasEnded) return;
    hasEnded = true;
    if (!isKept) turn.canisters = [];
    effects.end(isKept);
  };
  const turn = {
    canisters: [] as readonly Canister[],
    join(part: readonly Canister[]) {
      if (hasEnded) return part;
      const orphan = findOrphan(part);
      if (orphan !== undefined) throw turnErrors.turnIncomplete(orphan);
      const [first, ...rest] = part;
      if (first === undefined) return part;
      const noted = effects.withOrder(fallback === undefined ? first : { ...first, fallback });
      const joined = noted === first ? part : [noted, ...rest];
      fallback = undefined;
      turn.canisters = turn.canisters.concat(joined);
      effects.add(joined);
      return joined;
    },
    fallBack(next: Fallback) {
      fallback = next;
    },
    end: () => end(true),
    rollBack: () => end(false),
  };
  return turn;
}

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
