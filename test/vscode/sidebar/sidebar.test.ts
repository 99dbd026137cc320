import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import type { House } from '../../../src/composition/compose-vscode.ts';
import { eventually, readWorkspaceFile, runningHouse } from '../support/house.ts';

describe('the sidebar', () => {
  let house: House;

  before(async () => {
    house = await runningHouse();
  });

  beforeEach(async () => {
    await house.conversation.open();
  });

  it('shows its page, which asks for the state', async () => {
    await vscode.commands.executeCommand('converser.conversation.focus');
    await eventually(house.sidebar.onDidBecomeReady, () => house.sidebar.isReady);
    assert.equal(house.sidebar.isReady, true);
  });

  it('answers with the result of a tool', async () => {
    await house.sidebar.send('what is in README.md?');
    assert.deepEqual(
      house.conversation.canisters.map(({ role }) => role),
      ['user', 'invocation', 'result', 'assistant'],
    );
    const answer = JSON.stringify(house.conversation.canisters.at(-1)?.content);
    assert.match(answer, /A small workspace in which tools can be tried out/);
  });

  it('asks before it writes, and writes when it is allowed', async () => {
    const sent = house.sidebar.send('write hello in allowed.txt');
    const open = await eventually(house.questions.onDidChange, () => house.questions.all[0]);
    assert.equal(open.question.invoker.name, 'write_file');
    house.answerPermission(open.id, 'once');
    await sent;
    assert.equal((await readWorkspaceFile('allowed.txt')).trim(), 'hello');
  });

  it('writes nothing when it is denied, and tells the model', async () => {
    const sent = house.sidebar.send('write hello in denied.txt');
    const open = await eventually(house.questions.onDidChange, () => house.questions.all[0]);
    house.answerPermission(open.id, 'deny');
    await sent;
    await assert.rejects(readWorkspaceFile('denied.txt'));
    const result = house.conversation.canisters.find(canister => canister.role === 'result');
    assert.equal(result?.failure?.kind, 'permission');
  });

  it('rolls a stopped turn back', async () => {
    const sent = house.sidebar.send('write hello in stopped.txt');
    await eventually(house.questions.onDidChange, () => house.questions.all[0]);
    house.conversation.stop();
    await sent;
    assert.deepEqual(house.conversation.canisters, []);
    assert.deepEqual(house.questions.all, []);
    const end = house.conversation.turn.at(-1);
    assert.equal(end?.type === 'turn-end' && end.outcome, 'stopped');
    await assert.rejects(readWorkspaceFile('stopped.txt'));
  });

  it('finds a conversation again after it was closed', async () => {
    await house.sidebar.send('roll 1d1');
    const { id, canisters } = house.conversation;
    await house.conversation.open();
    assert.deepEqual(house.conversation.canisters, []);
    await house.conversation.open(id);
    assert.deepEqual(house.conversation.canisters, canisters);
  });
});
