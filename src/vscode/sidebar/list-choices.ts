import type { StoredConversation } from '../../store/conversation-store.ts';
import type { Choice } from '../common/ask-user.ts';
import { withoutIcons } from '../common/markdown.ts';

/** What you want of a conversation in the history. */
export interface HistoryWish {
  readonly wish: 'open' | 'rename' | 'delete';
  readonly conversation: StoredConversation;
}

export interface HistoryNow {
  /** The id of the conversation that is shown. */
  readonly shown: string;
  /** The ids of those with a turn that runs. */
  readonly running: readonly string[];
  /** The ids of those that wait for your permission. */
  readonly waiting: readonly string[];
  readonly time: Date;
  /** BCP 47. */
  readonly language: string;
}

/** The conversations as choices, grouped by the day of their last turn. */
export function historyChoices(
  stored: readonly StoredConversation[],
  now: HistoryNow,
): readonly Choice<HistoryWish>[] {
  return stored.map(conversation => ({
    label: `$(${iconOf(conversation, now)}) ${shownTitle(conversation)}`,
    description: [...marksOf(conversation, now), timeOf(conversation, now)].join(' · '),
    group: dayOf(conversation, now),
    value: { wish: 'open', conversation },
    buttons: [
      { label: 'Rename', icon: 'edit', value: { wish: 'rename', conversation } },
      { label: 'Delete', icon: 'trash', value: { wish: 'delete', conversation } },
    ],
  }));
}

export function shownTitle({ title }: StoredConversation): string {
  return title === '' ? 'Untitled' : withoutIcons(title);
}

function iconOf({ id, origin, invoked }: StoredConversation, { running, waiting }: HistoryNow): string {
  if (waiting.includes(id)) return 'shield';
  if (running.includes(id)) return 'loading~spin';
  if (origin !== undefined) return 'broadcast';
  return invoked === true ? 'tools' : 'comment';
}

/** In words as well as by an icon, for a screen reader. */
function marksOf({ id, origin, invoked }: StoredConversation, now: HistoryNow): readonly string[] {
  const isWaiting = now.waiting.includes(id);
  return [
    ...(id === now.shown ? ['Current'] : []),
    ...(isWaiting ? ['Needs your permission'] : []),
    ...(!isWaiting && now.running.includes(id) ? ['Running'] : []),
    ...(origin === undefined ? [] : [origin.client]),
    ...(invoked === true ? ['/invoke'] : []),
  ];
}

function timeOf({ timestamp }: StoredConversation, { language }: HistoryNow): string {
  return new Date(timestamp).toLocaleTimeString(language, { hour: 'numeric', minute: '2-digit' });
}

function dayOf({ timestamp }: StoredConversation, { time, language }: HistoryNow): string {
  const day = new Date(timestamp);
  if (day.toDateString() === time.toDateString()) return 'Today';
  const before = new Date(time.getFullYear(), time.getMonth(), time.getDate() - 1);
  if (day.toDateString() === before.toDateString()) return 'Yesterday';
  const year = day.getFullYear() === time.getFullYear() ? {} : ({ year: 'numeric' } as const);
  return day.toLocaleDateString(language, { weekday: 'long', day: 'numeric', month: 'long', ...year });
}
