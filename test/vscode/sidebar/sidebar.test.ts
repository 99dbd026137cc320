import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { answerCommand } from '../../../src/vscode/activation-ids.ts';
import { eventually } from '../../eventually.ts';
import { answerOf } from '../../fakes/fake-approvals.ts';
import { converserOfTests, readWorkspaceFile } from '../support/converser.ts';

describe('the sidebar', () => {
  const converser = converserOfTests();

  beforeEach(async () => {
    await converser().conversation.open();
  });

  it('shows its page, which asks for the state', async () => {
    await vscode.commands.executeCommand('converser.conversation.focus');
    await eventually(converser().page.onDidBecomeReady, () => converser().page.isReady);
    assert.equal(converser().page.isReady, true);
  });

  it('answers with the result of a tool', async () => {
    await converser().sidebar.send('what is in README.md?');
    const roles = converser().conversation.shown.canisters.map(({ role }) => role);
    assert.deepEqual(roles, ['user', 'invocation', 'result', 'assistant']);
    const answer = JSON.stringify(converser().conversation.shown.canisters.at(-1)?.content);
    assert.match(answer, /A small workspace in which tools can be tried out/);
  });

  it('asks before it writes, and writes when it is allowed', async () => {
    const sent = converser().sidebar.send('write hello in allowed.txt');
    const open = await eventually(converser().questions.onDidChange, () => converser().questions.all[0]);
    assert.equal(open.question.invoker.name, 'write_file');
    assert.equal(open.question.preview?.title, 'Create allowed.txt?');
    assert.equal(open.question.preview?.diff, '@@ line 1 @@\n+hello');
    await converser().commands[answerCommand]?.(open.id, 'change');
    const { input } = vscode.window.tabGroups.activeTabGroup.activeTab ?? {};
    assert.ok(input instanceof vscode.TabInputTextDiff, 'an editor shows the change');
    const text = async (uri: vscode.Uri) => (await vscode.workspace.openTextDocument(uri)).getText();
    assert.deepEqual([await text(input.original), (await text(input.modified)).trim()], ['', 'hello']);
    assert.equal(converser().questions.all.length, 1, 'it still waits for an answer');
    converser().commands[answerCommand]?.(open.id, answerOf('once'));
    await sent;
    assert.equal((await readWorkspaceFile('allowed.txt')).trim(), 'hello');
  });

  it('writes nothing when it is denied, and the model learns that', async () => {
    const sent = converser().sidebar.send('write hello in denied.txt');
    const open = await eventually(converser().questions.onDidChange, () => converser().questions.all[0]);
    converser().commands[answerCommand]?.(open.id, answerOf('deny'));
    await sent;
    await assert.rejects(readWorkspaceFile('denied.txt'));
    const result = converser().conversation.shown.canisters.find(canister => canister.role === 'result');
    assert.equal(result?.failure?.kind, 'permission');
  });

  it('keeps of a stopped turn what was completed', async () => {
    const sent = converser().sidebar.send('write hello in stopped.txt');
    await eventually(converser().questions.onDidChange, () => converser().questions.all[0]);
    converser().conversation.shown.stop();
    await sent;
    const roles = converser().conversation.shown.canisters.map(({ role }) => role);
    assert.deepEqual(roles, ['user', 'invocation', 'result', 'assistant']);
    assert.deepEqual(converser().questions.all, []);
    const end = converser().conversation.shown.turn.at(-1);
    assert.equal(end?.type === 'turn-end' && end.outcome, 'stopped');
    await assert.rejects(readWorkspaceFile('stopped.txt'));
    const { id, canisters } = converser().conversation.shown;
    await converser().conversation.open();
    await converser().conversation.open(id);
    assert.deepEqual(converser().conversation.shown.canisters, canisters);
  });
});
