import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { conversationPanelType } from '../../../src/vscode/activation-ids.ts';
import {
  commands,
  conversationRowCommands,
  sidebarCommands,
} from '../../../src/vscode/common/contributions.ts';
import type { ConversationNode } from '../../../src/vscode/conversations/conversation-rows.ts';
import { eventually, often } from '../../eventually.ts';
import { answerOf } from '../../fakes/fake-approvals.ts';
import { converserOfTests } from '../support/converser.ts';

describe('conversations in tabs', () => {
  const converser = converserOfTests();
  const run = (command: string, ...given: readonly unknown[]) => converser().commands[command]?.(...given);
  const open: vscode.WebviewPanel[] = [];

  const closeAll = async () => {
    for (const panel of open.splice(0)) panel.dispose();
    await vscode.commands.executeCommand('workbench.action.closeAllEditors');
    const { pages } = converser();
    await eventually(pages.onDidChange, () => pages.all.length === 1);
  };
  beforeEach(closeAll);
  after(closeAll);

  async function asked(message: string): Promise<string> {
    await converser().conversation.open();
    await converser().sidebar.send(message);
    const { id } = converser().conversation;
    await converser().conversation.open();
    return id;
  }

  /** As VS Code does when a window reloads. */
  async function restored(state: unknown): Promise<vscode.WebviewPanel> {
    const panel = vscode.window.createWebviewPanel(conversationPanelType, 'Conversation', 1);
    open.push(panel);
    await converser().panels.restore(panel, state);
    return panel;
  }

  it('come from the sidebar, which shows a new one, and are what commands are about', async () => {
    const id = await asked('roll 1d1+1');
    await converser().conversation.open(id);
    await run(commands.openInEditor);
    assert.notEqual(converser().conversation.id, id);
    assert.equal(converser().conversation.shown.canisters.length, 0);
    const tab = converser().pages.showing(id);
    assert.ok(tab !== undefined && tab !== converser().pages.sidebar);
    await eventually(tab.page.onDidBecomeReady, () => tab.page.isReady);
    assert.equal(converser().pages.active, tab);
    await run(commands.newConversation);
    const { id: another, shown } = tab.conversation;
    assert.deepEqual([another === id, shown.canisters.length], [false, 0]);
    await run(sidebarCommands.newConversation);
    assert.equal(tab.conversation.id, another, 'those of the sidebar’s title are about the sidebar');
  });

  it('come back with what they have shown when the window reloads', async () => {
    const id = await asked('roll 1d1+2');
    const panel = await restored({ conversation: id, draft: 'more' });
    assert.equal(converser().pages.showing(id)?.conversation.shown.canisters.length, 4);
    assert.equal(panel.title, 'roll 1d1+2');
  });

  it('begin anew where theirs is gone', async () => {
    for (const state of [{ conversation: 'gone' }, { conversation: 7 }, undefined, 'wrong'])
      assert.equal((await restored(state)).title, 'New Conversation');
  });

  it('are revealed where they are opened again, and move back', async () => {
    const [first, second] = [await asked('roll 1d1+3'), await asked('roll 1d1+4')];
    const panel = await restored({ conversation: first });
    await restored({ conversation: second });
    const { pages } = converser();
    await run(commands.openConversation, first);
    await eventually(panel.onDidChangeViewState, () => panel.active);
    assert.equal(pages.all.length, 3);
    await run(commands.moveToSidebar);
    assert.equal(converser().conversation.id, first);
    assert.equal(pages.showing(first), pages.sidebar);
    assert.equal(pages.all.length, 2);
  });

  it('say in their title that they wait for you', async () => {
    await converser().conversation.open();
    const sent = converser().sidebar.send('write tab in tab.txt');
    const question = await eventually(converser().questions.onDidChange, () => converser().questions.all[0]);
    const panel = await restored({ conversation: question.question.conversationId });
    assert.equal(panel.title, 'Waiting for You: write tab in tab.txt');
    converser().questions.answer(question.id, answerOf('deny'));
    await sent;
    await eventually(often, () => panel.title === 'write tab in tab.txt');
  });

  it('are opened from their rows, and begin anew when theirs is deleted', async () => {
    const id = await asked('roll 1d1+5');
    const groups = (await converser().conversationsTree.getChildren()) as readonly ConversationNode[];
    const rows = groups.flatMap(node => (node.kind === 'group' ? node.rows : []));
    const row = rows.find(({ conversation }) => conversation.id === id);
    await run(commands.openInEditor, row);
    const tab = converser().pages.showing(id);
    assert.ok(tab !== undefined && tab !== converser().pages.sidebar);
    await run(conversationRowCommands.remove, row);
    assert.deepEqual(tab.conversation.shown.canisters, []);
    assert.equal(converser().pages.showing(id), undefined);
  });
});
