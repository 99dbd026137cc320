import type { SidebarRecent } from '../../sidebar/protocol.ts';
import type { StoredConversation } from '../../store/conversation-index.ts';
import type { ConversationStore } from '../../store/conversation-store.ts';
import type { Choice } from '../common/ask-in-vscode.ts';
import { withoutIcons } from '../common/markdown.ts';

export interface HistoryWish {
  readonly wish: 'open' | 'rename' | 'delete';
  readonly conversation: StoredConversation;
}

export interface HistoryNow {
  readonly shown: string;
  readonly running: readonly string[];
  readonly waiting: readonly string[];
  /** They have finished while you looked elsewhere. */
  readonly unseen: readonly string[];
  readonly time: Date;
  readonly language: string;
}

export function historyChoices(
  stored: readonly StoredConversation[],
  now: HistoryNow,
): readonly Choice<HistoryWish>[] {
  return stored.map(conversation => ({
    label: `$(${iconOf(conversation, now)}) ${shownTitle(conversation)}`,
    description: [...marksOf(conversation, now), clockTime(conversation, now)].join(' · '),
    group: dayName(conversation, now),
    value: { wish: 'open', conversation },
    buttons: [
      { label: 'Rename', icon: 'edit', value: { wish: 'rename', conversation } },
      { label: 'Delete', icon: 'trash', value: { wish: 'delete', conversation } },
    ],
  }));
}

const mostRecent = 3;

export async function recentConversations(
  { list }: Pick<ConversationStore, 'list'>,
  shown: () => string,
): Promise<readonly SidebarRecent[]> {
  const others = (await list()).filter(
    ({ id, invoked, origin }) => id !== shown() && invoked !== true && origin === undefined,
  );
  return others.slice(0, mostRecent).map(each => ({ id: each.id, title: shownTitle(each) }));
}

export function shownTitle({ title }: StoredConversation): string {
  return title === '' ? 'Untitled' : withoutIcons(title);
}

function iconOf(
  { id, origin, invoked }: StoredConversation,
  { running, waiting, unseen }: HistoryNow,
): string {
  if (waiting.includes(id)) return 'shield';
  if (running.includes(id)) return 'loading~spin';
  if (unseen.includes(id)) return 'circle-filled';
  if (origin !== undefined) return 'broadcast';
  return invoked === true ? 'tools' : 'comment';
}

/** Words repeat the icon for screen readers. */
function marksOf({ id, origin, invoked }: StoredConversation, now: HistoryNow): readonly string[] {
  const isWaiting = now.waiting.includes(id);
  return [
    ...(id === now.shown ? ['Current'] : []),
    ...(isWaiting ? ['Needs your permission'] : []),
    ...(!isWaiting && now.running.includes(id) ? ['Running'] : []),
    ...(now.unseen.includes(id) ? ['New answer'] : []),
    ...(origin === undefined ? [] : [origin.client]),
    ...(invoked === true ? ['/invoke'] : []),
  ];
}

export function clockTime({ timestamp }: StoredConversation, { language }: HistoryNow): string {
  return new Date(timestamp).toLocaleTimeString(language, { hour: 'numeric', minute: '2-digit' });
}

export function dayName({ timestamp }: StoredConversation, { time, language }: HistoryNow): string {
  const day = new Date(timestamp);
  if (day.toDateString() === time.toDateString()) return 'Today';
  const before = new Date(time.getFullYear(), time.getMonth(), time.getDate() - 1);
  if (day.toDateString() === before.toDateString()) return 'Yesterday';
  const year = day.getFullYear() === time.getFullYear() ? {} : ({ year: 'numeric' } as const);
  return day.toLocaleDateString(language, { weekday: 'long', day: 'numeric', month: 'long', ...year });
}
