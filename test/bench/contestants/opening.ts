import { ordinaryMarks } from '../../../src/converser/words/canister/canister.ts';
import { text } from '../../../src/converser/words/canister/content.ts';
import { createConversationStore } from '../../../src/store/conversation-store.ts';
import { loadConversation } from '../../../src/store/stored-conversation.ts';
import type { CreateContestant } from './main.ts';

const id = 'long';

/** Half of the turns have a second version, which is the one that the conversation goes on from. */
export async function storeBranched(folder: string, turns: number): Promise<void> {
  const store = createConversationStore(folder);
  const said = (role: 'user' | 'assistant', name: string) => ({
    id: `${role}-${name}`,
    role,
    timestamp: new Date(0).toISOString(),
    content: [text('word '.repeat(100))],
    marks: ordinaryMarks,
  });
  let end: string | null = null;
  for (let at = 0; at < turns; at++)
    for (const version of at % 2 === 0 ? ['a'] : ['a', 'b']) {
      const name = `${at}-${version}`;
      const joined = [said('user', name), said('assistant', name)];
      await store.append(id, joined, { from: end, isUnsettled: true });
      if (version === 'b' || at % 2 === 0) end = `assistant-${name}`;
    }
}

/** Reads the conversation as a page does that opens it. */
export const createOpening: CreateContestant = async ({ folder = '' }) => {
  const store = createConversationStore(folder);
  return async () => {
    const { conversation, versions } = await loadConversation(store, id);
    const isWhole = versions.size === conversation.canisters.length / 4;
    return { calls: isWhole ? conversation.canisters.length : 0, answer: '' };
  };
};
