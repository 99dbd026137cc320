import type { SidebarRecent } from '../../sidebar/protocol.ts';
import type { StoredConversation } from '../../store/conversation-index.ts';
import type { ConversationStore } from '../../store/conversation-store.ts';
import { withoutIcons } from '../common/markdown.ts';

export interface HistoryNow {
  readonly shown: string;
  readonly running: readonly string[];
  readonly waiting: readonly string[];
  /** They have finished while you looked elsewhere. */
  readonly unseen: readonly string[];
  readonly time: Date;
  readonly language: string;
}

const mostRecent = 3;

export async function recentConversations(
  { list }: Pick<ConversationStore, 'list'>,
  shown: () => string,
): Promise<readonly SidebarRecent[]> {
  const others = (await list()).filter(({ id, origin }) => id !== shown() && origin === undefined);
  return others.slice(0, mostRecent).map(each => ({ id: each.id, title: shownTitle(each) }));
}

export function shownTitle({ title }: StoredConversation): string {
  return title === '' ? 'Untitled' : withoutIcons(title);
}
