import { isPrivate } from '../../converser/words/conversation/private.ts';
import type { StoredConversation } from '../../store/conversation-index.ts';
import { withoutIcons } from '../common/markdown.ts';
import { type HistoryNow, shownTitle } from '../sidebar/list-choices.ts';
import { createDayTexts, type DayTexts, dateOf } from './day-texts.ts';

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
  readonly group: string;
}

export type RowState =
  | 'running'
  | 'waiting'
  | 'unseen'
  | 'failed'
  | 'pinned'
  | 'private'
  | 'program'
  | 'usual';

/** What needs you comes first, then what you have pinned, then the days; what you have archived is last. */
export function conversationGroups(
  stored: readonly StoredConversation[],
  now: HistoryNow,
): readonly ConversationGroup[] {
  const groups = Map.groupBy(stored.map(createRowOf(now)), row => row.group);
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

export function createRowOf(now: HistoryNow): (conversation: StoredConversation) => ConversationRow {
  const days = createDayTexts(now.time, now.language);
  return conversation => {
    const state = stateOf(conversation, now);
    return {
      kind: 'conversation',
      conversation,
      title: shownTitle(conversation),
      state,
      description: descriptionOf(conversation, state, { ...now, days }),
      group: groupOf(conversation, state, { ...now, days }),
    };
  };
}

interface Now extends HistoryNow {
  readonly days: DayTexts;
}

function groupOf(
  { id, timestamp, shelf }: StoredConversation,
  state: RowState,
  { unseen, days }: Now,
): string {
  if (state === 'waiting') return 'Waiting for You';
  if (state === 'running') return 'Running';
  const isUnseen = unseen.includes(id);
  if (isUnseen && state !== 'failed') return 'Finished, Unseen';
  if (shelf === 'archived') return archived;
  const date = dateOf(timestamp);
  // You know of those that failed some days ago.
  if (state === 'failed' && (isUnseen || days.isToday(date))) return 'Failed';
  return shelf === 'pinned' ? 'Pinned' : days.spanOf(date);
}

function descriptionOf(conversation: StoredConversation, state: RowState, { shown, days }: Now): string {
  const { id, timestamp, origin, model = origin?.model, shelf } = conversation;
  const parts = [
    id === shown ? 'Current' : '',
    words[state] ?? '',
    state !== 'pinned' && shelf === 'pinned' ? 'Pinned' : '',
    isPrivate(id) ? 'Private' : '',
    withoutIcons(origin?.client ?? ''),
    days.timeOf(dateOf(timestamp)),
    // A provider's name tells less than the space takes.
    withoutIcons(model?.slice(model.indexOf('/') + 1) ?? ''),
  ];
  return parts.filter(Boolean).join(' · ');
}

export const rowIcons: Readonly<Record<RowState, string>> = {
  running: 'loading~spin',
  waiting: 'shield',
  unseen: 'circle-filled',
  failed: 'error',
  pinned: 'pinned',
  private: 'eye-closed',
  program: 'broadcast',
  usual: 'comment',
};

const words: Partial<Record<RowState, string>> = {
  running: 'Running',
  waiting: 'Needs your permission',
  unseen: 'New answer',
  failed: 'Failed',
  pinned: 'Pinned',
};

function stateOf({ id, failed, shelf, origin }: StoredConversation, now: HistoryNow): RowState {
  if (now.waiting.includes(id)) return 'waiting';
  if (now.running.includes(id)) return 'running';
  if (failed === true) return 'failed';
  if (now.unseen.includes(id)) return 'unseen';
  if (shelf === 'pinned') return 'pinned';
  if (isPrivate(id)) return 'private';
  return origin === undefined ? 'usual' : 'program';
}
