import { listeners } from '../../converser/ground/async/listeners.ts';
import { shortened } from '../../converser/ground/wording/cut-text.ts';
import type { Canister } from '../../converser/words/canister/canister.ts';
import { contentSize, textOf } from '../../converser/words/canister/content.ts';
import { addSpending, noSpending } from '../../converser/words/spending/spending.ts';
import type { KeptConversation, KeptConversations, KeptTurn } from './kept-conversations.ts';

const limits = {
  conversations: 50,
  size: 32 * 1024 * 1024,
};

export function createMemoryConversations(): KeptConversations {
  const clients = new Map<string, Map<string, KeptConversation>>();
  const changes = listeners<string>();
  const of = (client: string) => [...(clients.get(client)?.values() ?? [])].reverse();
  return {
    list: async client => of(client),
    find: async (id, client) => clients.get(client)?.get(id),
    async keep(turn) {
      const { id, client } = turn;
      const kept = clients.get(client) ?? new Map<string, KeptConversation>();
      clients.set(client, kept);
      const conversation = withTurn(kept.get(id), turn);
      if (conversation === undefined) return;
      // A map keeps the order in which its entries came.
      kept.delete(id);
      kept.set(id, conversation);
      for (const old of tooMany(of(client))) kept.delete(old.id);
      changes.fire(client);
    },
    async settle() {},
    onDidChange: changes.listen,
  };
}

function withTurn(
  former: KeptConversation | undefined,
  { canisters: added, spending = { ...noSpending, rounds: [] }, rolledBack, of: _of, ...turn }: KeptTurn,
): KeptConversation | undefined {
  const past = former?.canisters ?? [];
  const from = past.findIndex(({ id }) => id === rolledBack);
  const canisters = [...(from === -1 ? past : past.slice(0, from)), ...added];
  const timestamp = canisters.at(-1)?.timestamp;
  if (timestamp === undefined) return undefined;
  const { rounds: _rounds, ...cost } = spending;
  const total = addSpending(former?.spending ?? noSpending, cost);
  return { ...turn, title: former?.title ?? titleOf(canisters), timestamp, canisters, spending: total };
}

function titleOf(canisters: readonly Canister[]): string {
  const first = canisters.find(({ role }) => role === 'user');
  const [line = ''] = textOf(first?.content ?? [])
    .trim()
    .split('\n');
  return shortened(line, 80);
}

function tooMany(newestFirst: readonly KeptConversation[]): readonly KeptConversation[] {
  let size = 0;
  return newestFirst.filter((conversation, at) => {
    size += sizeOf(conversation);
    return at > 0 && (at >= limits.conversations || size > limits.size);
  });
}

function sizeOf({ canisters }: KeptConversation): number {
  return contentSize(canisters.flatMap(({ content }) => content));
}
