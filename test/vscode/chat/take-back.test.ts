import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import type { Canister } from '../../../src/converser/words/canister/canister.ts';
import type { ConverseEvent } from '../../../src/converser/words/conversation/converse-event.ts';
import { createChatConversations } from '../../../src/vscode/chat/chat-conversations.ts';
import { renderInChat } from '../../../src/vscode/chat/chat-renderer.ts';
import { chatMetadata } from '../../../src/vscode/chat/participant-history.ts';
import { createTakenBackInChats } from '../../../src/vscode/chat/taken-back-in-chats.ts';
import { canisterMaker } from '../../sidebar/canisters.ts';
import { chatQuestion, earlierAnswer } from '../support/chat.ts';
import { memento } from '../support/compose.ts';
import { converserOfTests } from '../support/converser.ts';
import { fakeStream } from '../support/fake-stream.ts';

const make = canisterMaker();

const compaction = make.compaction({
  id: 'compaction-chat',
  tokens: { before: 36_100, after: 9_400 },
  results: [
    { id: 'r1', title: 'files:read {"path":"a`b.ts"}', line: '', tokens: 8_120, replacedBy: 'c9' },
    { id: 'r2', title: 'shell:run {"command":"npm test"}', line: '', tokens: 6_000, kept: 1_200 },
  ],
  passages: [
    {
      from: 'a',
      to: 'b',
      turns: 6,
      rounds: 9,
      holds: { canisters: 20, characters: 40_000 },
      tokens: 11_000,
      asked: ['Import the [orders](command:evil).'],
      summary: 'Orders are imported once.\nStill open: dates.',
      model: 'ollama/qwen3:4b',
      calls: [],
    },
  ],
});

/** A chat as VS Code keeps it: what was shown, and with a turn that has ended, its canisters. */
function historyOf(
  canisters: readonly Canister[],
  shown: vscode.MarkdownString,
): vscode.ChatContext['history'] {
  const result =
    canisters.length === 0 ? {} : { metadata: chatMetadata({ conversationId: 'chat-1', canisters }) };
  return [earlierAnswer(result, { shown })];
}

const turn = [make.user('user-1', 'Hi'), compaction, make.assistant('assistant-1', 'Hello')];

async function noticeInChat() {
  const added: string[] = [];
  const { stream, markdown, buttons } = fakeStream();
  await renderInChat(
    (async function* (): AsyncGenerator<ConverseEvent, void> {
      yield { type: 'joined', canisters: [compaction] };
      yield { type: 'turn-end', outcome: 'final', canisters: [] };
    })(),
    { stream, results: { add: () => {} }, leftOut: { add: ({ id }) => added.push(id) } },
  );
  const [notice = new vscode.MarkdownString()] = markdown;
  return { notice, buttons, added };
}

describe('what was left out, in a chat answer', () => {
  it('is said with links to what it was and to take it back, which hold in restored chats too', async () => {
    const { notice, buttons, added } = await noticeInChat();
    assert.match(notice.value, /Compacted: 1 result and 6 turns left out, 1 result cut, about 26,700 tokens/);
    assert.match(
      notice.value,
      /\[Show What Was Left Out\]\(command:converser\.showLeftOut\?%5B%22compaction-chat%22%5D\)/,
    );
    assert.match(notice.value, /\(command:converser\.takeBackCompaction\?%5B%22compaction-chat%22%5D\)/);
    assert.deepEqual(notice.isTrusted, {
      enabledCommands: ['converser.showLeftOut', 'converser.takeBackCompaction'],
    });
    assert.deepEqual([buttons, added], [[], ['compaction-chat']]);
  });

  it('is taken back from the next message on, and left out again, in a history that VS Code keeps', async () => {
    const state = memento();
    const takenBack = createTakenBackInChats(state);
    const conversations = createChatConversations({
      ids: { next: kind => kind },
      takenBack,
      leftOut: { add: () => {} },
    });
    const history = historyOf(turn, new vscode.MarkdownString('Hello'));
    const read = () => conversations.continue(history).canisters;
    assert.deepEqual(read(), turn);
    assert.deepEqual(await takenBack.toggle(compaction.id), { isTakenBack: true });
    const active = read().map(({ marks }) => marks.active);
    assert.deepEqual(active, [true, false, true]);
    assert.equal(createTakenBackInChats(state).has(compaction.id), true);
    assert.deepEqual(await takenBack.toggle(compaction.id), { isTakenBack: false });
    assert.deepEqual(read(), turn);
  });

  it('finds by its link a turn that was stopped before a call', async () => {
    const { notice } = await noticeInChat();
    const conversations = createChatConversations({
      ids: { next: kind => kind },
      takenBack: { has: () => true },
      leftOut: { add: () => {} },
    });
    conversations.noteStopped({ conversationId: 'chat-1', canisters: turn });
    const found = conversations.continue(historyOf([], notice));
    assert.equal(found.id, 'chat-1');
    assert.deepEqual(
      found.canisters.map(({ id, marks }) => [id, marks.active]),
      [
        ['user-1', true],
        ['compaction-chat', false],
        ['assistant-1', true],
      ],
    );
  });
});

describe('the record of what was left out of a chat', () => {
  const converser = converserOfTests();
  const show = (id: string) => vscode.commands.executeCommand('converser.showLeftOut', id);
  const takeBack = (id: string) => vscode.commands.executeCommand('converser.takeBackCompaction', id);
  const shown = () => vscode.window.activeTextEditor?.document.getText() ?? '';

  afterEach(() => vscode.commands.executeCommand('workbench.action.closeActiveEditor'));

  /** As with your next message, with which VS Code hands out the history. */
  async function send(canisters: readonly Canister[]): Promise<void> {
    const context = { history: historyOf(canisters, new vscode.MarkdownString('Hello')) };
    const { token } = new vscode.CancellationTokenSource();
    const { stream } = fakeStream();
    await converser().answerInChat(chatQuestion('roll 1d1', { context }), { stream, token });
  }

  it('says what went, when, why, and how many tokens it had', async () => {
    await send(turn);
    await show(compaction.id);
    const text = shown();
    assert.match(text, /^# Compacted: 1 result and 6 turns left out, 1 result cut, about 26,700 tokens\n/);
    assert.match(text, /came close to the context limit\. The request had about 36,100 tokens before/);
    assert.ok(text.includes(new Date(compaction.timestamp).toLocaleString()), text);
    assert.match(
      text,
      /- `` files:read \{"path":"a`b\.ts"\} `` about 8,120 tokens, replaced by a newer one\n/,
    );
    assert.match(text, /- `shell:run .*` about 6,000 tokens, cut after 1,200 characters\n/);
    assert.match(text, /## 6 turns, about 11,000 tokens, summarized by ollama\/qwen3:4b\n/);
    assert.match(text, /- Import the \\\[orders\\\]/);
    assert.match(text, /> Orders are imported once\.\n> Still open: dates\.\n/);
  });

  it('says of a result that is pinned that it is back', async () => {
    const results = compaction.results.map(each => ({ ...each, isPinned: true as const }));
    const pinned = { ...compaction, id: 'compaction-pinned', results };
    await send([make.user('user-4', 'Hi'), pinned, make.assistant('assistant-4', 'Hello')]);
    await show(pinned.id);
    assert.match(
      shown(),
      /^# Compacted: 6 turns left out, about 12,580 tokens, 2 results back because you pinned them\n/,
    );
    assert.match(shown(), /about 8,120 tokens, back because you pinned it\n/);
  });

  it('says that it is taken back once you have done that, also while it is open', async () => {
    const other = { ...compaction, id: 'compaction-open' };
    await send([make.user('user-2', 'Hi'), other, make.assistant('assistant-2', 'Hello')]);
    await show(other.id);
    const document = vscode.window.activeTextEditor?.document;
    const changed = nextChangeOf(document);
    await takeBack(other.id);
    await changed;
    assert.match(shown(), /^# Taken back: /);
    const again = nextChangeOf(document);
    await takeBack(other.id);
    await again;
    assert.match(shown(), /^# Compacted: /);
  });

  it('says what to do where VS Code has not handed out the chat yet, and has it once it did', async () => {
    const late = { ...compaction, id: 'compaction-late' };
    await show(late.id);
    assert.match(shown(), /^Send a message in the chat of this answer first/);
    const changed = nextChangeOf(vscode.window.activeTextEditor?.document);
    await send([make.user('user-3', 'Hi'), late, make.assistant('assistant-3', 'Hello')]);
    await changed;
    assert.match(shown(), /^# Compacted: /);
  });
});

function nextChangeOf(document: vscode.TextDocument | undefined): Promise<void> {
  return new Promise(resolve => {
    const listening = vscode.workspace.onDidChangeTextDocument(event => {
      if (event.document !== document || event.contentChanges.length === 0) return;
      listening.dispose();
      resolve();
    });
  });
}
