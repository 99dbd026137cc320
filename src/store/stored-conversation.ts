import { serial } from '../converser/ground/async/serial.ts';
import type { Host } from '../converser/ground/host.ts';
import { defined } from '../converser/ground/json/defined.ts';
import type { Canister } from '../converser/words/canister/canister.ts';
import { closingOf } from '../converser/words/canister/interruption.ts';
import { type Conversation, createConversation } from '../converser/words/conversation/conversation.ts';
import type { ConverseEvent, Joined, TurnEnd } from '../converser/words/conversation/converse-event.ts';
import type { Thought } from '../converser/words/conversation/thought.ts';
import type { TurnSpending } from '../converser/words/spending/spending.ts';
import type { ConversationStore } from './conversation-store.ts';

export interface StoredConversation {
  readonly conversation: Conversation;
  readonly spendings: Readonly<Record<string, TurnSpending>>;
  readonly thoughts: Thoughts;
  readonly client?: string;
  readonly unstored?: readonly Canister[];
}

export type Thoughts = ReadonlyMap<string, Thought>;

export function copyOf(
  { conversation, spendings, thoughts }: StoredConversation,
  id: string,
): StoredConversation {
  const said = conversation.canisters;
  const unstored = [...said, ...closing(said)];
  return { conversation: createConversation(id, unstored), spendings, thoughts, unstored };
}

export async function loadConversation(store: ConversationStore, id: string): Promise<StoredConversation> {
  const { canisters: said, spending, thoughts, origin } = await store.read(id);
  // The turn of a program may still run.
  const unstored = origin === undefined ? closing(said) : [];
  const conversation = createConversation(id, [...said, ...unstored]);
  conversation.spend(spending.total);
  return defined({
    conversation,
    spendings: spending.turns,
    thoughts: new Map(thoughts.map(thought => [thought.before, thought])),
    client: origin?.client,
    unstored,
  });
}

/** Converser was closed while a turn ran, so its end is missing. */
function closing(said: readonly Canister[]): readonly Canister[] {
  const end = closingOf(said);
  return end === undefined ? [] : [end];
}

export function endOfCompacting(spending: TurnSpending): TurnEnd {
  const spent = spending.requests > 0 ? { spending } : {};
  return { type: 'turn-end', outcome: 'final', canisters: [], ...spent };
}

export function withSpending(
  stored: StoredConversation,
  { canisters, spending }: TurnEnd,
): StoredConversation {
  const last = canisters.at(-1);
  if (last === undefined || spending === undefined) return stored;
  return { ...stored, spendings: { ...stored.spendings, [last.id]: spending } };
}

export type Kept = Required<Pick<StoredConversation, 'unstored' | 'thoughts'>>;

export interface KeepingPorts {
  readonly store: Pick<ConversationStore, 'append' | 'rollBack' | 'settle'>;
  readonly host: Pick<Host, 'log' | 'alerts'>;
  readonly onKept: (kept: Kept) => void;
}

/** Contract: nothing rejects. If storing fails, the conversation continues, and you are warned once. */
export interface TurnKeeper {
  /** Stores what joins beside what comes next. The end of the turn resolves once the disk has it all. */
  keep(event: ConverseEvent): Promise<void>;
  /** Resolves once the disk has what joined so far. What joins next follows a change, so it goes there by itself. */
  beforeChange(): Promise<void>;
}

export function createTurnKeeper(
  { conversation: { id }, thoughts: former, unstored: before = [] }: StoredConversation,
  { store, host, onKept }: KeepingPorts,
): TurnKeeper {
  const inTurn = serial();
  let unstored = before;
  let unsettled: Canister[] = [];
  let thoughts = former;
  let first: string | undefined;
  let hasChanged = false;
  let hasWarned = false;

  async function join({ canisters, thought }: Joined): Promise<void> {
    first ??= canisters[0]?.id;
    unstored = [...unstored, ...canisters];
    if (thought !== undefined) thoughts = new Map([...thoughts, [thought.before, thought]]);
    const ofThese = unstored.flatMap(each => thoughts.get(each.id) ?? []);
    await store.append(id, unstored, { thoughts: ofThese, isUnsettled: true });
    unsettled.push(...unstored);
    unstored = [];
    if (hasChanged) void inTurn(() => settle(false));
  }

  async function end({ rolledBack, spending, canisters }: TurnEnd): Promise<void> {
    if (rolledBack && first !== undefined) await store.rollBack(id, first);
    if (spending === undefined) return;
    await store.append(id, [], defined({ spending, of: canisters.at(-1)?.id, isUnsettled: true }));
  }

  async function settle(isEnd: boolean): Promise<void> {
    const written = unsettled;
    unsettled = [];
    hasChanged = false;
    await store.settle(id, isEnd).catch(cause => {
      unstored = [...written, ...unstored];
      warn(cause);
    });
  }

  function warn(cause: unknown): void {
    host.log.error(`The conversation could not be stored: ${String(cause)}`);
    if (hasWarned || unstored.length === 0) return;
    hasWarned = true;
    host.alerts.warn(
      'Converser could not store this turn, so it will be gone after a reload. The log shows why.',
    );
  }

  return {
    async keep(event) {
      const tell = () => onKept({ unstored, thoughts });
      if (event.type === 'joined') void inTurn(() => join(event).catch(warn).then(tell));
      if (event.type !== 'turn-end') return;
      await inTurn(() => end(event).catch(warn));
      await inTurn(() => settle(true).then(tell));
    },
    async beforeChange() {
      await inTurn(() => settle(false));
      hasChanged = true;
    },
  };
}
