import { reasonOf } from '../converser/ground/errors.ts';
import type { Host } from '../converser/ground/host.ts';
import { defined } from '../converser/ground/json/defined.ts';
import type { Canister } from '../converser/words/canister/canister.ts';
import { closingOf } from '../converser/words/canister/interruption.ts';
import { type Conversation, createConversation } from '../converser/words/conversation/conversation.ts';
import type { Joined, TurnEnd, TurnStart } from '../converser/words/conversation/converse-event.ts';
import type { Thought } from '../converser/words/conversation/thought.ts';
import { modelReference } from '../converser/words/models/model-reference.ts';
import type { TurnSpending } from '../converser/words/spending/spending.ts';
import type { ConversationStore } from './conversation-store.ts';
import type { StoredContent, TurnDetails } from './stored-content.ts';

export interface StoredConversation {
  readonly conversation: Conversation;
  readonly spendings: Readonly<Record<string, TurnSpending>>;
  readonly thoughts: Thoughts;
  /** Of the turns that there are others instead of, by the id of a turn's first canister. */
  readonly versions: StoredContent['versions'];
  readonly ahead?: StoredContent['ahead'];
  readonly client?: string;
  readonly damaged?: number;
  readonly unstored?: readonly Canister[];
  /** What the store said of the bytes of others before it was read. */
  readonly others?: number;
  /** A turn has no end yet, and another window seems to run it. */
  readonly runsElsewhere?: boolean;
  /** What joins next does so after this canister, although the stored conversation ends elsewhere; `null` is the beginning. */
  readonly from?: string | null | undefined;
}

export type Thoughts = ReadonlyMap<string, Thought>;

export function copyOf(
  { conversation, spendings, thoughts }: StoredConversation,
  id: string,
): StoredConversation {
  const said = conversation.canisters;
  const unstored = [...said, ...closing(said)];
  return {
    conversation: createConversation(id, unstored),
    spendings,
    thoughts,
    versions: new Map(),
    unstored,
  };
}

export function newConversation(id: string): StoredConversation {
  return { conversation: createConversation(id), spendings: {}, thoughts: new Map(), versions: new Map() };
}

/** The same conversation as it was before a turn. What joins then is another version of that turn and what follows it. */
export function beforeTurn(
  stored: StoredConversation,
  firstCanister: string,
): StoredConversation | undefined {
  const { conversation, unstored = [] } = stored;
  const place = conversation.canisters.findIndex(({ id }) => id === firstCanister);
  if (place === -1) return undefined;
  const before = conversation.canisters.slice(0, place);
  const earlier = createConversation(conversation.id, before);
  earlier.spend(conversation.spending);
  const left = before.filter(each => unstored.includes(each));
  const { ahead: _left, ...rest } = stored;
  return { ...rest, conversation: earlier, unstored: left, from: before.at(-1)?.id ?? null };
}

/** An unfinished turn is taken for one that Converser was closed in, unless it grows: then, another window runs it. */
export async function loadConversation(
  store: ConversationStore,
  id: string,
  { grows = false } = {},
): Promise<StoredConversation> {
  const others = store.bytesOfOthers(id);
  const { canisters: said, spending, thoughts, versions, ahead, origin, damaged } = await store.read(id);
  // The turn of a program may still run.
  const unfinished = origin === undefined ? closing(said) : [];
  const unstored = grows ? [] : unfinished;
  const conversation = createConversation(id, [...said, ...unstored]);
  conversation.spend(spending.total);
  return defined({
    conversation,
    spendings: spending.turns,
    thoughts: new Map(thoughts.map(thought => [thought.before, thought])),
    versions,
    ahead,
    ...{ client: origin?.client, damaged },
    unstored,
    others,
    runsElsewhere: grows && unfinished.length > 0,
  });
}

/** Converser was closed while a turn ran, so its end is missing. */
function closing(said: readonly Canister[]): readonly Canister[] {
  const end = closingOf(said);
  return end === undefined ? [] : [end];
}

export type Kept = Required<Pick<StoredConversation, 'unstored' | 'thoughts' | 'spendings' | 'from'>>;

export interface KeepingPorts {
  readonly store: ConversationStore;
  readonly host: Pick<Host, 'log' | 'alerts'>;
}

/** Waits for the disk to have what joined. What joins next says what was changed, so the disk gets it soon. */
export const changeAhead = { type: 'before-change' } as const;

export type ToKeep = TurnStart | Joined | TurnEnd | typeof changeAhead;

/** Contract: never rejects. If storing fails, the conversation continues, and you are warned once. */
export function createTurnKeeper(
  {
    conversation: { id, canisters },
    thoughts: former,
    spendings: paid,
    unstored: before = [],
    from,
    others = 0,
  }: StoredConversation,
  { store, host }: KeepingPorts,
): (event: ToKeep) => Promise<Kept> {
  let unstored = before;
  let isSettled = true;
  let unsettled: readonly Canister[] = [];
  let settling = Promise.resolve();
  let settlesNext = false;
  let thoughts = former;
  let spendings = paid;
  let joinsAfter = from;
  let tip = canisters.at(-1 - before.length)?.id ?? null;
  let first: string | undefined;
  let model: string | undefined;
  let hasWarned = false;

  async function keep(event: Joined | TurnEnd): Promise<void> {
    if (event.type === 'joined') {
      first ??= event.canisters[0]?.id;
      unstored = [...unstored, ...event.canisters];
      const { thought } = event;
      if (thought !== undefined) thoughts = new Map([...thoughts, [thought.before, thought]]);
      const ofThese = unstored.flatMap(each => thoughts.get(each.id) ?? []);
      const known = { others, last: tip };
      await write(unstored, defined({ thoughts: ofThese, from: joinsAfter, known }));
      joinsAfter = undefined;
      tip = unstored.at(-1)?.id ?? tip;
      unsettled = [...unsettled, ...unstored];
      unstored = [];
      if (settlesNext) void settle();
    } else if (event.rolledBack && first !== undefined) {
      await store.rollBack(id, first);
    }
    if (event.type === 'joined' || event.spending === undefined) return;
    const { spending, canisters } = event;
    const of = canisters.at(-1)?.id;
    if (of !== undefined) spendings = { ...spendings, [of]: spending };
    await write([], defined({ spending, of, model }));
  }

  async function write(joined: readonly Canister[], details: TurnDetails): Promise<void> {
    isSettled = false;
    await store.append(id, joined, { ...details, isUnsettled: true });
  }

  function settle(): Promise<void> {
    settlesNext = false;
    settling = settling.then(async () => {
      if (isSettled) return;
      const written = unsettled;
      unsettled = [];
      isSettled = true;
      await store.settle(id).catch(cause => {
        unstored = [...written, ...unstored];
        warn(cause);
      });
    });
    return settling;
  }

  function warn(cause: unknown): void {
    host.log.error(`The conversation could not be stored: ${String(cause)}`);
    if (hasWarned || unstored.length === 0) return;
    hasWarned = true;
    host.alerts.warn(
      `Converser could not store this turn: ${reasonOf(cause).replace(/\.$/, '')}. It tries again with your next message; a reload before that loses the turn.`,
    );
  }

  return async event => {
    if (event.type === 'turn-start') model = modelReference(event.model);
    else if (event.type !== 'before-change') await keep(event).catch(warn);
    if (event.type === 'turn-end' || event.type === 'before-change') await settle();
    settlesNext ||= event.type === 'before-change';
    return { unstored, thoughts, spendings, from: joinsAfter };
  };
}
