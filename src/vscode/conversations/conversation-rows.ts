import type { StoredConversation } from '../../store/conversation-index.ts';
import type { HistoryNow } from '../sidebar/list-choices.ts';
import { clockTime, dayName, shownTitle } from '../sidebar/list-choices.ts';

export type ConversationNode = ConversationGroup | ConversationRow;

export interface ConversationGroup {
  readonly kind: 'group';
  readonly label: string;
  readonly isOpen: boolean;
  readonly rows: readonly ConversationRow[];
}

export interface ConversationRow {
  readonly kind: 'conversation';
  readonly conversation: StoredConversation;
  readonly title: string;
  readonly state: RowState;
  /** Words repeat the icon, for screen readers and for those who can't tell it. */
  readonly description: string;
}

export type RowState =
  | 'running'
  | 'waiting'
  | 'unseen'
  | 'failed'
  | 'pinned'
  | 'program'
  | 'invoked'
  | 'usual';

/** What needs you comes first, then what you have pinned, then the days; what you have archived is last. */
export function conversationGroups(
  stored: readonly StoredConversation[],
  now: HistoryNow,
): readonly ConversationGroup[] {
  const groups = new Map<string, ConversationRow[]>();
  for (const conversation of stored) {
    const row = rowOf(conversation, now);
    const label = groupOf(row, now);
    groups.set(label, [...(groups.get(label) ?? []), row]);
  }
  const top = ['Running', 'Waiting for You', 'Finished, Unseen', 'Failed', 'Pinned'];
  const days = [...groups.keys()].filter(label => !top.includes(label) && label !== archived);
  const open = [...top, ...days.slice(0, mostOpenDays)];
  return [...top, ...days, archived].flatMap((label): ConversationGroup[] => {
    const rows = groups.get(label);
    return rows === undefined ? [] : [{ kind: 'group', label, isOpen: open.includes(label), rows }];
  });
}

const archived = 'Archived';

const mostOpenDays = 2;

function isToday({ timestamp }: StoredConversation, { time }: HistoryNow): boolean {
  return new Date(timestamp).toDateString() === time.toDateString();
}

function groupOf({ conversation, state }: ConversationRow, now: HistoryNow): string {
  if (state === 'waiting') return 'Waiting for You';
  if (state === 'running') return 'Running';
  if (now.unseen.includes(conversation.id) && state !== 'failed') return 'Finished, Unseen';
  if (conversation.shelf === 'archived') return archived;
  // You know of those that failed some days ago.
  if (state === 'failed' && (isToday(conversation, now) || now.unseen.includes(conversation.id)))
    return 'Failed';
  return conversation.shelf === 'pinned' ? 'Pinned' : spanOf(conversation, now);
}

/** Days of the last week, and months before. */
function spanOf(conversation: StoredConversation, now: HistoryNow): string {
  const day = new Date(conversation.timestamp);
  const { time, language } = now;
  if (day > new Date(time.getFullYear(), time.getMonth(), time.getDate() - 6))
    return dayName(conversation, now);
  return day.toLocaleDateString(language, { month: 'long', year: 'numeric' });
}

export function rowOf(conversation: StoredConversation, now: HistoryNow): ConversationRow {
  const state = stateOf(conversation, now);
  const { id, origin, model = origin?.model, shelf } = conversation;
  const description = [
    id === now.shown ? 'Current' : '',
    words[state] ?? '',
    state !== 'pinned' && shelf === 'pinned' ? 'Pinned' : '',
    origin?.client ?? '',
    timeOf(conversation, now),
    // A provider's name tells less than the space takes.
    model?.slice(model.indexOf('/') + 1) ?? '',
  ].filter(Boolean);
  const title = shownTitle(conversation);
  return { kind: 'conversation', conversation, title, state, description: description.join(' · ') };
}

export const rowIcons: Readonly<Record<RowState, string>> = {
  running: 'loading~spin',
  waiting: 'shield',
  unseen: 'circle-filled',
  failed: 'error',
  pinned: 'pinned',
  program: 'broadcast',
  invoked: 'tools',
  usual: 'comment',
};

const words: Partial<Record<RowState, string>> = {
  running: 'Running',
  waiting: 'Needs your permission',
  unseen: 'New answer',
  failed: 'Failed',
  pinned: 'Pinned',
  invoked: '/invoke',
};

function stateOf({ id, failed, shelf, origin, invoked }: StoredConversation, now: HistoryNow): RowState {
  if (now.waiting.includes(id)) return 'waiting';
  if (now.running.includes(id)) return 'running';
  if (failed === true) return 'failed';
  if (now.unseen.includes(id)) return 'unseen';
  if (shelf === 'pinned') return 'pinned';
  if (origin !== undefined) return 'program';
  return invoked === true ? 'invoked' : 'usual';
}

function timeOf(conversation: StoredConversation, now: HistoryNow): string {
  const time = clockTime(conversation, now);
  if (isToday(conversation, now)) return time;
  const day = new Date(conversation.timestamp);
  return `${day.toLocaleDateString(now.language, { day: 'numeric', month: 'short' })}, ${time}`;
}
