import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { conversationPanelType } from '../../../src/vscode/activation-ids.ts';
import {
  commands,
  conversationRowCommands,
  sidebarCommands,
} from '../../../src/vscode/common/contributions.ts';
import type { ConversationNode } from '../../../src/vscode/conversations/conversation-rows.ts';
import { eventually } from '../../eventually.ts';
import { answerOf } from '../../fakes/fake-approvals.ts';
import { converserOfTests } from '../support/converser.ts';

describe('conversations in tabs', () => {
  const converser = converserOfTests();
  const run = (command: string, ...given: readonly unknown[]) => converser().commands[command]?.(...given);
  const tabs = () =>
    vscode.window.tabGroups.all.flatMap(group =>
      group.tabs.filter(
        ({ input }) =>
          input instanceof vscode.TabInputWebview && input.viewType.includes(conversationPanelType),
      ),
    );
  const seen = () => tabs().map(({ label, isActive }) => `${label}${isActive ? ' (active)' : ''}`);
  const shows = async (...labels: readonly string[]) => {
    for (let tries = 0; tries < 40 && seen().join() !== labels.join(); tries++)
      await new Promise(resolve => setTimeout(resolve, 250));
    assert.deepEqual(seen(), labels);
  };
  const closeAll = async () => {
    await vscode.window.tabGroups.close(tabs());
    await shows();
  };

  /** Asks in the sidebar, and moves it to a tab. */
  async function inTab(message: string): Promise<string> {
    await converser().conversation.open();
    await converser().sidebar.send(message);
    const { id } = converser().conversation;
    await run(commands.openInEditor);
    return id;
  }

  beforeEach(closeAll);
  after(closeAll);

  it('come from the sidebar, which shows a new one, and have their title', async () => {
    const id = await inTab('roll 1d1+1');
    await shows('roll 1d1+1 (active)');
    assert.notEqual(converser().conversation.id, id);
    assert.equal(converser().conversation.shown.canisters.length, 0);
    const open = converser().pages.showing(id);
    assert.ok(open !== undefined && open !== converser().pages.sidebar);
    await eventually(open.page.onDidBecomeReady, () => open.page.isReady);
    assert.equal(converser().pages.active, open);
    await run(commands.newConversation);
    assert.equal(open.conversation.shown.canisters.length, 0, 'commands are about the page that is active');
    const { id: another } = open.conversation;
    await run(sidebarCommands.newConversation);
    assert.equal(open.conversation.id, another, 'and those of the sidebar’s title about the sidebar');
  });

  it('are revealed where they are opened again, and go back', async () => {
    const id = await inTab('roll 1d1+2');
    const other = await inTab('roll 1d1+3');
    await shows('roll 1d1+2', 'roll 1d1+3 (active)');
    await run(commands.openConversation, id);
    await shows('roll 1d1+2 (active)', 'roll 1d1+3');
    await run(commands.openConversation, other);
    const open = converser().pages.showing(other);
    await shows('roll 1d1+2', 'roll 1d1+3 (active)');
    assert.equal(converser().pages.active, open);
    await run(commands.moveToSidebar);
    assert.equal(converser().conversation.id, other);
    await shows('roll 1d1+2 (active)');
  });

  it('ask there, which their title says, and are asked about there', async () => {
    await converser().conversation.open();
    const sent = converser().sidebar.send('write tab in tab.txt');
    const { id } = converser().conversation;
    await eventually(converser().questions.onDidChange, () => converser().questions.all[0]);
    await run(commands.openInEditor);
    await shows('Waiting for You: write tab in tab.txt (active)');
    const [asked] = converser().questions.all;
    assert.equal(asked?.question.conversationId, id);
    converser().questions.answer(asked?.id ?? '', answerOf('deny'));
    await sent;
    await shows('write tab in tab.txt (active)');
  });

  it('come back with what they have shown when the window reloads', async () => {
    const id = await inTab('roll 1d1+4');
    await closeAll();
    assert.equal(converser().pages.showing(id), undefined);
    const panel = vscode.window.createWebviewPanel(conversationPanelType, 'Conversation', 1);
    await converser().panels.restore(panel, { conversation: id, draft: 'more' });
    assert.equal(converser().pages.showing(id)?.conversation.shown.canisters.length, 4);
    assert.equal(panel.title, 'roll 1d1+4');
  });

  it('begin anew where theirs is gone', async () => {
    for (const state of [{ conversation: 'gone' }, { conversation: 7 }, undefined, 'wrong']) {
      const panel = vscode.window.createWebviewPanel(conversationPanelType, 'Conversation', 1);
      await converser().panels.restore(panel, state);
      assert.equal(panel.title, 'New Conversation');
    }
  });

  it('are deleted there, and opened from their rows', async () => {
    const id = await inTab('roll 1d1+5');
    await closeAll();
    const groups = (await converser().conversationsTree.getChildren()) as readonly ConversationNode[];
    const rows = groups.flatMap(node => (node.kind === 'group' ? node.rows : []));
    const row = rows.find(({ conversation }) => conversation.id === id);
    await run(commands.openInEditor, row);
    const open = converser().pages.showing(id);
    assert.ok(open !== undefined && open !== converser().pages.sidebar);
    await run(conversationRowCommands.remove, row);
    assert.deepEqual(open.conversation.shown.canisters, []);
    assert.equal(converser().pages.showing(id), undefined);
  });
});
