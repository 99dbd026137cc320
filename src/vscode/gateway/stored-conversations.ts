import { listeners } from '../../converser/ground/async/listeners.ts';
import { serial } from '../../converser/ground/async/serial.ts';
import { reasonOf } from '../../converser/ground/errors.ts';
import type { Host } from '../../converser/ground/host.ts';
import { defined } from '../../converser/ground/json/defined.ts';
import type { Log } from '../../converser/ground/ports.ts';
import type {
  KeptConversation,
  KeptConversations,
  KeptTurn,
  ListedConversation,
} from '../../gateway/conversations/kept-conversations.ts';
import type { ConversationStore } from '../../store/conversation-store.ts';
import { titleOf } from '../../store/conversation-title.ts';

/** Counts the conversations of one client. Older ones are removed. */
const most = 50;

interface StoredConversationsPorts {
  readonly host: Pick<Host, 'log' | 'alerts'>;
  readonly onTurn: (id: string) => void;
}

export function createStoredConversations(
  store: ConversationStore,
  { host: { log, alerts }, onTurn }: StoredConversationsPorts,
): KeptConversations {
  const changes = listeners<string>();
  const oneAtATime = serial();
  const listing = createListing(store, log);

  async function keep(turn: KeptTurn): Promise<void> {
    const { id, client, canisters } = turn;
    const listed = await listing.all();
    const former = listed.get(id);
    if (turn.rolledBack !== undefined) await store.rollBack(id, turn.rolledBack);
    await store.append(id, canisters, { ...detailsOf(turn), isUnsettled: true });
    const timestamp = canisters.at(-1)?.timestamp ?? former?.timestamp;
    if (timestamp === undefined) return;
    listed.delete(id);
    const title = former?.title ?? titleOf(canisters);
    listed.set(id, { ...originOf(turn), id, title, timestamp });
    for (const old of (await listing.of(client)).slice(most)) {
      listed.delete(old.id);
      await store.remove(old.id);
    }
  }

  async function orTell(client: string, work: () => Promise<void>): Promise<void> {
    try {
      await oneAtATime(work);
    } catch (cause) {
      log.error(`A conversation of ${client} could not be stored: ${reasonOf(cause)}`);
      alerts.warn(`Converser could not store what ${client} asked. The log shows why.`);
    }
  }

  return {
    list: listing.of,
    async find(id, client) {
      const found = (await listing.all()).get(id);
      return found?.client === client ? load(found, { store, log }) : undefined;
    },
    async keep(turn) {
      await orTell(turn.client, () => keep(turn));
      changes.fire(turn.client);
      onTurn(turn.id);
    },
    settle: (id, client) => orTell(client, () => store.settle(id)),
    onDidChange: changes.listen,
  };
}

function createListing(store: ConversationStore, log: Log) {
  let known: Promise<Map<string, ListedConversation>> | undefined;
  /** By id, those with the newest turn last. */
  const all = async () => {
    try {
      known ??= readAll(store);
      return await known;
    } catch (cause) {
      known = undefined;
      log.error(`The conversations of programs could not be read: ${reasonOf(cause)}`);
      return new Map<string, ListedConversation>();
    }
  };
  const of = async (client: string) =>
    [...(await all()).values()].filter(each => each.client === client).reverse();
  return { all, of };
}

async function readAll(store: ConversationStore): Promise<Map<string, ListedConversation>> {
  const listed = (await store.list()).flatMap(({ origin, ...stored }) =>
    origin === undefined ? [] : [{ ...stored, ...origin }],
  );
  return new Map(listed.reverse().map(each => [each.id, each]));
}

async function load(
  listed: ListedConversation,
  { store, log }: { readonly store: ConversationStore; readonly log: Log },
): Promise<KeptConversation | undefined> {
  const { id, client } = listed;
  try {
    const { canisters, spending } = await store.read(id);
    return canisters.length === 0 ? undefined : { ...listed, canisters, spending: spending.total };
  } catch (cause) {
    log.error(`A conversation of ${client} could not be read: ${reasonOf(cause)}`);
    return undefined;
  }
}

function detailsOf(turn: KeptTurn) {
  const { spending, of, thoughts } = turn;
  return defined({ spending, of, thoughts, origin: originOf(turn) });
}

function originOf({ client, model, tools }: KeptTurn) {
  return { client, model, tools };
}
