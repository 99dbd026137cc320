import { createHash } from 'node:crypto';
import { readdir, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import { type ConversationStore, createConversationStore } from '../../store/conversation-store.ts';
import { stateFolder } from './state-file.ts';

/** Conversations belong to the folders in which they are led. */
export function openStore(roots: readonly string[]): ConversationStore {
  return createConversationStore(folderOf(roots));
}

function folderOf(roots: readonly string[]): string {
  const hash = createHash('sha256').update(JSON.stringify([...roots].sort()));
  return path.join(stateFolder(), 'conversations', hash.digest('hex').slice(0, 16));
}

/** Scripts may ask a question each minute. */
const mostKept = 300;

/** Never rejects. */
export async function forgetOldest(roots: readonly string[]): Promise<void> {
  const folder = folderOf(roots);
  const names = await readdir(folder).catch(() => []);
  if (names.length < mostKept) return;
  const dated = names.map(async name => {
    const file = path.join(folder, name);
    return { file, at: (await stat(file)).mtimeMs };
  });
  const found = (await Promise.allSettled(dated)).flatMap(each =>
    each.status === 'fulfilled' ? each.value : [],
  );
  const old = found.sort((a, b) => b.at - a.at).slice(mostKept - 1);
  await Promise.allSettled(old.map(({ file }) => rm(file, { force: true })));
}
