import * as vscode from 'vscode';
import type { Listen } from '../../converser/ground/async/listeners.ts';
import type { StoredConversation } from '../../store/conversation-index.ts';
import { conversationRowCommands } from '../common/contributions.ts';
import type { HistoryNow } from '../sidebar/list-choices.ts';
import {
  type ConversationGroup,
  type ConversationNode,
  type ConversationRow,
  conversationGroups,
  type RowState,
  rowIcons,
} from './conversation-rows.ts';

export interface ConversationsTreePorts {
  readonly list: () => Promise<readonly StoredConversation[]>;
  readonly now: () => HistoryNow;
  /** Several changes at once are shown as one. */
  readonly changes: readonly Listen<void>[];
}

export interface ConversationsTree extends vscode.TreeDataProvider<ConversationNode>, vscode.Disposable {
  readonly onDidChangeTreeData: vscode.Event<undefined>;
  readonly selected: readonly ConversationNode[];
  select(nodes: readonly ConversationNode[]): void;
  refresh(): void;
}

/** In milliseconds. A turn that calls tools changes often. */
const pause = 200;

export function createConversationsTree({ list, now, changes }: ConversationsTreePorts): ConversationsTree {
  const changed = new vscode.EventEmitter<undefined>();
  let due: NodeJS.Timeout | undefined;
  const refresh = () => {
    due ??= setTimeout(() => {
      due = undefined;
      changed.fire(undefined);
    }, pause);
  };
  let selected: readonly ConversationNode[] = [];
  const subscriptions = changes.map(listen => listen(refresh));
  return {
    onDidChangeTreeData: changed.event,
    refresh,
    get selected() {
      return selected;
    },
    select(nodes) {
      selected = nodes;
    },
    async getChildren(node) {
      if (node === undefined) return [...conversationGroups(await list(), now())];
      return node.kind === 'group' ? [...node.rows] : [];
    },
    getTreeItem: node => (node.kind === 'group' ? groupItem(node) : rowItem(node)),
    dispose() {
      clearTimeout(due);
      for (const subscription of subscriptions) subscription.dispose();
      changed.dispose();
    },
  };
}

function groupItem({ label, isOpen, rows }: ConversationGroup): vscode.TreeItem {
  const { Expanded, Collapsed } = vscode.TreeItemCollapsibleState;
  const item = new vscode.TreeItem(label, isOpen ? Expanded : Collapsed);
  item.id = `group ${label}`;
  item.description = String(rows.length);
  return item;
}

function rowItem(row: ConversationRow): vscode.TreeItem {
  const { conversation, title, state, description } = row;
  const item = new vscode.TreeItem(title);
  item.id = conversation.id;
  item.description = description;
  item.iconPath = iconOf(state);
  item.contextValue = `conversation ${conversation.shelf ?? 'day'}`;
  item.tooltip = `${title}\n${description}`;
  item.accessibilityInformation = { label: `${title}, ${description.replaceAll(' · ', ', ')}` };
  item.command = { command: conversationRowCommands.open, title: 'Open', arguments: [row] };
  return item;
}

function iconOf(state: RowState): vscode.ThemeIcon {
  const color = colors[state];
  return new vscode.ThemeIcon(
    rowIcons[state],
    color === undefined ? undefined : new vscode.ThemeColor(color),
  );
}

const colors: Partial<Readonly<Record<RowState, string>>> = {
  waiting: 'list.warningForeground',
  unseen: 'notificationsInfoIcon.foreground',
  failed: 'list.errorForeground',
};
