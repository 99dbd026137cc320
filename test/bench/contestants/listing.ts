import { readdir, stat } from 'node:fs/promises';
import path from 'node:path';
import { ordinaryMarks } from '../../../src/converser/words/canister/canister.ts';
import { text } from '../../../src/converser/words/canister/content.ts';
import { createConversationStore } from '../../../src/store/conversation-store.ts';
import type { CreateContestant } from './main.ts';

/**
 * Conversations of 40 answers with 5,000 characters each, as they stand in a folder once somebody has listed them. Ten of a
 * thousand have the word "Seldom".
 */
export async function storeConversations(folder: string, count: number): Promise<void> {
  const store = createConversationStore(folder);
  const said = (role: 'user' | 'assistant', at: number) => {
    const timestamp = new Date(at * 1000).toISOString();
    return {
      id: `${role}-${at}`,
      role,
      timestamp,
      content: [text('word '.repeat(500))],
      marks: ordinaryMarks,
    };
  };
  const rare = (id: number) =>
    (['user', 'assistant'] as const).map(role => ({ ...said(role, 40), content: [text(`Seldom ${id}.`)] }));
  for (let id = 0; id < count; id++)
    for (let at = 0; at < 40; at++)
      await store.append(`c-${id}`, [said('user', at), said('assistant', at)], { isUnsettled: true });
  for (let id = 0; id < count; id += 100) await store.append(`c-${id}`, rare(id), { isUnsettled: true });
  await store.list();
}

export const createListing: CreateContestant = async ({ folder = '', scenario: { calls } }) => {
  const store = createConversationStore(folder);
  return async () => ({ calls: (await store.list()).length === calls ? calls : 0, answer: '' });
};

/** Looks at the files only. */
export const createBareListing: CreateContestant = async ({ folder = '' }) => {
  return async () => {
    const names = await readdir(folder);
    const all = await Promise.all(names.map(name => stat(path.join(folder, name))));
    return { calls: all.length - 1, answer: '' };
  };
};
