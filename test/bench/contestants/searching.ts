import { createConversationFinder } from '../../../src/store/conversation-finder.ts';
import { createConversationStore } from '../../../src/store/conversation-store.ts';
import { searchConversations } from '../../../src/vscode/conversations/search-conversations.ts';
import type { CreateContestant } from './main.ts';

/** Finds every conversation that has the word "Seldom", as the list of hits does once it is open. */
export const createSearching: CreateContestant = async ({ folder = '', program }) => {
  const store = createConversationStore(folder);
  const ports = {
    store,
    finder: createConversationFinder(folder, () => program),
    changedTurns: async () => new Set<string>(),
    skipped: (_: unknown, cause: unknown) => {
      throw cause;
    },
  };
  await store.list();
  return async () => {
    const found = await Array.fromAsync(
      searchConversations({ words: ['seldom'] }, ports, new AbortController().signal),
    );
    return { calls: found.length, answer: '' };
  };
};
