import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { fromJson } from '../../../src/converser/words/canister/canister-json.ts';
import type { ChatMetadata } from '../../../src/vscode/chat/participant-history.ts';
import { eventually } from '../../eventually.ts';
import { answerOf } from '../../fakes/fake-approvals.ts';
import { askInChatView, chatQuestion, newChat } from '../support/chat.ts';
import { converserOfTests, readWorkspaceFile } from '../support/converser.ts';
import { fakeStream } from '../support/fake-stream.ts';

describe('@converser in the chat view', () => {
  const converser = converserOfTests();

  beforeEach(newChat);

  it('answers with the result of a tool', async () => {
    const { canisters } = metadataOf(await askInChatView('@converser what is in README.md?'));
    const roles = canisters.map(({ role }) => role);
    assert.deepEqual(roles, ['user', 'invocation', 'result', 'assistant']);
    assert.match(JSON.stringify(canisters.at(-1)), /A small workspace in which tools can be tried out/);
  });

  it('keeps what the turn cost with it', async () => {
    const { spending } = metadataOf(await askInChatView('@converser what is in README.md?'));
    assert.deepEqual([spending?.requests, spending?.rounds.length, spending?.cost], [2, 2, 0]);
  });

  it('keeps one conversation from turn to turn', async () => {
    const first = metadataOf(await askInChatView('@converser roll 1d1'));
    const second = metadataOf(await askInChatView('@converser roll 2d1'));
    assert.equal(second.conversationId, first.conversationId);
  });

  it('runs a named tool with /invoke', async () => {
    const asked = await askInChatView('@converser /invoke workspace:list_directory {"path": "notes"}');
    const { canisters } = metadataOf(asked);
    const invocation = canisters.find(canister => canister.role === 'invocation');
    assert.deepEqual(invocation?.arguments, { path: 'notes' });
    assert.match(JSON.stringify(canisters), /todo\.txt/);
  });

  it('shows in an editor why a call failed, in words', async () => {
    const asked = await askInChatView('@converser /invoke workspace:read_file {"path": "gone.md"}');
    const call = metadataOf(asked).canisters.find(canister => canister.role === 'invocation');
    await vscode.commands.executeCommand('converser.showResult', call?.id);
    const shown = vscode.window.activeTextEditor?.document.getText() ?? '';
    assert.match(shown, /^# workspace:read_file\n[\s\S]*\n## The tool failed\n/);
    await vscode.commands.executeCommand('workbench.action.closeActiveEditor');
  });

  it('asks, and obeys a denial', async () => {
    const asked = askInChatView('@converser write hello in chat-denied.txt');
    const open = await eventually(converser().questions.onDidChange, () => converser().questions.all[0]);
    await vscode.commands.executeCommand('converser.answerPermission', open.id, answerOf('deny'));
    const { canisters } = metadataOf(await asked);
    const result = canisters.find(canister => canister.role === 'result');
    assert.equal(result?.failure?.kind, 'permission');
    await assert.rejects(readWorkspaceFile('chat-denied.txt'));
  });

  it('takes no answer that was not offered, or to another question', async () => {
    const asked = askInChatView('@converser write hello in chat-forged.txt');
    const open = await eventually(converser().questions.onDidChange, () => converser().questions.all[0]);
    const once = answerOf('once');
    const forged: readonly (readonly unknown[])[] = [
      [],
      ['question-0', once],
      [{ id: open.id }, once],
      [[], once],
      [[open.id], { kind: 'allow', scope: 'workspace' }],
      [[open.id], { kind: 'allow', scope: 'user', pattern: '**' }],
      [open.id],
      [open.id, 'allow'],
      [open.id, { kind: 'allow' }],
      [open.id, { kind: 'allow', scope: 'always' }],
      [open.id, { kind: 'allow', scope: 'conversation', pattern: '**' }],
      [open.id, { kind: 'allow', scope: 'once', vouches: 'trusted' }],
      [open.id, { kind: 'edit', arguments: 'none' }],
      [`${open.id} `, once],
    ];
    for (const args of forged) {
      await vscode.commands.executeCommand('converser.answerPermission', ...args);
      const ids = converser().questions.all.map(({ id }) => id);
      assert.deepEqual(ids, [open.id], JSON.stringify(args));
    }
    await vscode.commands.executeCommand('converser.answerPermission', open.id, answerOf('deny'));
    await asked;
    await assert.rejects(readWorkspaceFile('chat-forged.txt'));
    // It was answered already.
    await vscode.commands.executeCommand('converser.answerPermission', open.id, once);
    await assert.rejects(readWorkspaceFile('chat-forged.txt'));
  });

  it('keeps of a cancelled turn the question and the call, which has not run', async () => {
    const cancelling = new vscode.CancellationTokenSource();
    // Of a cancelled answer, the chat view hands out no result.
    const answered = converser().answerInChat(chatQuestion('write hello in chat-cancelled.txt'), {
      stream: fakeStream().stream,
      token: cancelling.token,
    });
    await eventually(converser().questions.onDidChange, () => converser().questions.all[0]);
    cancelling.cancel();
    const { canisters } = metadataOf(await answered);
    const roles = canisters.map(({ role }) => role);
    assert.deepEqual(roles, ['user', 'invocation', 'result', 'assistant']);
    await assert.rejects(readWorkspaceFile('chat-cancelled.txt'));
  });

  for (const mode of ['ask', 'plan']) {
    it(`reads in the mode /${mode}, and has no tool that changes something`, async () => {
      const { canisters } = metadataOf(await askInChatView(`@converser /${mode} what is in README.md?`));
      assert.match(JSON.stringify(canisters.at(-1)), /A small workspace in which tools can be tried out/);
      const file = `chat-${mode}.txt`;
      const refused = metadataOf(await askInChatView(`@converser /${mode} write hello in ${file}`));
      const ran = refused.canisters.filter(each => each.role === 'result' && each.failure === undefined);
      assert.deepEqual(ran, []);
      assert.deepEqual(converser().questions.all, []);
      await assert.rejects(readWorkspaceFile(file));
    });
  }

  it('writes without asking in the mode /edits', async () => {
    const { canisters } = metadataOf(await askInChatView('@converser /edits write hello in chat-edits.txt'));
    const ran = canisters.flatMap(each => (each.role === 'result' ? [each.allowed] : []));
    assert.deepEqual(ran, ['this conversation’s mode accepts edits']);
    assert.match(await readWorkspaceFile('chat-edits.txt'), /hello/);
  });

  it('goes on in the sidebar with /continue, as a copy', async () => {
    await askInChatView('@converser roll 1d1');
    await askInChatView('@converser /continue');
    const { conversation } = converser();
    const roles = conversation.shown.canisters.map(({ role }) => role);
    assert.deepEqual(roles, ['user', 'invocation', 'result', 'assistant']);
    const { id } = conversation;
    await vscode.commands.executeCommand('converser.newConversation');
    await vscode.commands.executeCommand('converser.openConversation', id);
    assert.equal(converser().conversation.shown.canisters.length, 4, 'it is stored');
    await vscode.commands.executeCommand('converser.newConversation');
  });

  for (const command of ['tools', 'ensembles', 'models']) {
    it(`lists with /${command}`, async () => {
      const result = await askInChatView(`@converser /${command}`);
      assert.equal(result.errorDetails, undefined);
    });
  }
});

function metadataOf(result: vscode.ChatResult): ChatMetadata {
  assert.equal(result.errorDetails, undefined);
  const json: unknown = result.metadata?.converser;
  assert.equal(typeof json, 'string');
  return fromJson<ChatMetadata>(String(json));
}
