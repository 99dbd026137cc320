import * as vscode from 'vscode';
import { isJsonObject } from '../../../converser/ground/json/json.ts';
import type { ConversationStore } from '../../../store/conversation-store.ts';
import { titleOf } from '../../../store/conversation-title.ts';
import { conversationPanelType } from '../../activation-ids.ts';
import { withoutIcons } from '../../common/markdown.ts';
import type { inform } from '../../common/notices.ts';
import type { HistoryNow } from '../list-choices.ts';
import type { ConversationPages, OpenPage } from './conversation-pages.ts';

export interface ConversationPanelsPorts {
  readonly pages: ConversationPages;
  readonly openPage: (wish: { readonly reveal: () => Promise<void> }) => OpenPage;
  readonly store: Pick<ConversationStore, 'list' | 'load'>;
  readonly now: () => Pick<HistoryNow, 'running' | 'waiting'>;
  readonly inform: typeof inform;
  readonly icon: vscode.Uri;
}

/** Tabs of the editors that show conversations. */
export interface ConversationPanels {
  /** Moves a conversation there. Where the sidebar has shown it, that shows a new one. */
  open(id: string): Promise<void>;
  /** Does nothing where no such tab is active. */
  moveToSidebar(): Promise<void>;
  /** `state` is what the page remembers, which VS Code keeps while the window reloads. */
  restore(panel: vscode.WebviewPanel, state: unknown): Promise<void>;
  /** Titles say what a conversation is called, and whether it runs or waits for you. */
  refresh(): Promise<void>;
}

export function createConversationPanels(ports: ConversationPanelsPorts): ConversationPanels {
  const { pages, store } = ports;
  const panels = new Map<OpenPage, vscode.WebviewPanel>();

  async function fill(panel: vscode.WebviewPanel, id: string | undefined): Promise<OpenPage> {
    const open = ports.openPage({ reveal: async () => panel.reveal() });
    let isClosed = false;
    panel.onDidDispose(() => {
      isClosed = true;
      panels.delete(open);
      pages.remove(open);
    });
    try {
      if (id !== undefined) await open.conversation.open(id);
    } catch (cause) {
      panel.dispose();
      throw cause;
    }
    if (isClosed) return open;
    panel.iconPath = ports.icon;
    open.page.show(placeOf(panel));
    panels.set(open, panel);
    pages.add(open);
    if (panel.active) pages.activate(open);
    panel.onDidChangeViewState(() => {
      if (panel.active) pages.activate(open);
    });
    await refresh();
    return open;
  }

  async function refresh(): Promise<void> {
    if (panels.size === 0) return;
    const titles = new Map((await store.list()).map(({ id, title }) => [id, title]));
    const { running, waiting } = ports.now();
    for (const [{ conversation }, panel] of panels) {
      const { id, canisters } = conversation.shown;
      const title = withoutIcons(titles.get(id) ?? titleOf(canisters)) || 'New Conversation';
      const state = waiting.includes(id) ? 'Waiting for You: ' : running.includes(id) ? 'Running: ' : '';
      const now = `${state}${title}`;
      if (panel.title !== now) panel.title = now;
    }
  }

  return {
    refresh,
    async open(id) {
      const { conversation } = pages.sidebar;
      const shown = pages.showing(id);
      if (shown !== undefined && shown !== pages.sidebar) return shown.page.focus();
      const column = vscode.ViewColumn.Active;
      const panel = vscode.window.createWebviewPanel(conversationPanelType, 'Conversation', column);
      const { page } = await fill(panel, id);
      // By now, the tab holds it.
      if (conversation.id === id) await conversation.open();
      await page.focus();
    },
    async moveToSidebar() {
      const { sidebar } = pages;
      const [open, panel] = [...panels].find(([, { active }]) => active) ?? [];
      if (open === undefined) return;
      await sidebar.conversation.open(open.conversation.id);
      panel?.dispose();
      await sidebar.page.focus();
    },
    async restore(panel, state) {
      const id = isJsonObject(state) && typeof state.conversation === 'string' ? state.conversation : '';
      const isThere = id !== '' && (await store.load(id)).length > 0;
      await fill(panel, isThere ? id : undefined);
      if (id !== '' && !isThere) void ports.inform(gone);
    },
  };
}

const gone = 'The conversation of this tab no longer exists. The tab shows a new one.';

function placeOf(panel: vscode.WebviewPanel) {
  return {
    webview: panel.webview,
    isEditor: true,
    get visible() {
      return panel.visible;
    },
    onDidChangeVisibility: panel.onDidChangeViewState,
    onDidDispose: panel.onDidDispose,
  };
}
