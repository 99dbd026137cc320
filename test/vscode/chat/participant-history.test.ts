import assert from 'node:assert/strict';
import type * as vscode from 'vscode';
import { textOf } from '../../../src/converser/words/canister/content.ts';
import { noSpending, spendingOf } from '../../../src/converser/words/spending/spending.ts';
import { followups, retryMetadata } from '../../../src/vscode/chat/participant-followups.ts';
import { chatMetadata, earlierTurns } from '../../../src/vscode/chat/participant-history.ts';
import { canisterMaker } from '../../sidebar/canisters.ts';
import { earlierAnswer } from '../support/chat.ts';

const make = canisterMaker();

const unknown = { newId: () => 'new', stoppedTurn: () => undefined };

const rolesAfter = (...history: vscode.ChatResponseTurn[]) =>
  earlierTurns(history, unknown).canisters.map(({ role }) => role);

describe('what a chat answer knows of earlier ones', () => {
  const canisters = [make.user('user-1', 'Hi'), make.assistant('assistant-1', 'Hello')];
  const whole = earlierAnswer({ metadata: chatMetadata({ conversationId: 'chat-1', canisters }) });

  it('is each turn as it was committed', () => {
    const expected = { conversationId: 'chat-1', canisters, spending: noSpending };
    assert.deepEqual(earlierTurns([whole], unknown), expected);
  });

  it('includes what all turns cost, even those of which nothing else is kept', () => {
    const spending = { ...spendingOf({ input: 5, output: 1 }, { input: 1, output: 1 }), rounds: [] };
    const paid = (own: typeof canisters) =>
      earlierAnswer({ metadata: chatMetadata({ conversationId: 'chat-1', canisters: own, spending }) });
    const damaged = earlierAnswer({
      metadata: { converser: '{"conversationId":"chat-1","canisters":[],"spending":{"requests":-1}}' },
    });
    const read = earlierTurns([paid(canisters), paid([]), damaged, whole], unknown).spending;
    assert.deepEqual([read.requests, read.input, read.cost], [2, 10, 0.000_012]);
  });

  it('has nothing of a turn that could not start', () => {
    const roles = rolesAfter(earlierAnswer({ errorDetails: { message: 'It broke.' } }, { command: 'tools' }));
    assert.deepEqual(roles, []);
  });

  it('finds a turn that was stopped by one of its calls', () => {
    const stopped = { conversationId: 'chat-1', canisters: [...canisters] };
    const link = `[workspace:write_file](command:converser.showResult?${encodeURIComponent('["call-7"]')} "Show")`;
    const read = earlierTurns([earlierAnswer({}, { shown: `✓ ${link} done` })], {
      newId: () => 'new',
      stoppedTurn: callId => (callId === 'call-7' ? stopped : undefined),
    });
    assert.deepEqual([read.conversationId, read.canisters], ['chat-1', canisters]);
  });

  it('has what was shown of another one that was stopped, and that it was', () => {
    const link = '[workspace:write_file](command:converser.showResult?%5B%22gone%22%5D "Show")';
    const [asked, shown] = earlierTurns([earlierAnswer({}, { shown: `✓ ${link} a.txt` })], unknown).canisters;
    assert.deepEqual([asked?.role, shown?.role], ['user', 'assistant']);
    const said = textOf(shown?.content ?? []);
    assert.equal(said, '✓ [workspace:write_file] a.txt\n[The user stopped this turn before you answered.]');
  });

  it('includes listings and the answers of other participants, each after a question', () => {
    assert.deepEqual(rolesAfter(earlierAnswer({}, { command: 'tools' })), ['user', 'assistant']);
    assert.deepEqual(rolesAfter(earlierAnswer({}, { participant: 'other' })), ['user', 'assistant']);
  });

  it('survives an answer whose metadata is damaged', () => {
    for (const converser of ['', '{', 'null', '7', '{"conversationId":1}', '{"conversationId":"a"}']) {
      const roles = rolesAfter(earlierAnswer({ metadata: { converser } }), whole).join(' ');
      assert.equal(roles, 'user assistant user assistant');
    }
  });
});

describe('what a chat answer offers next', () => {
  it('asks a failed question again, word for word', () => {
    const metadata = retryMetadata({ prompt: 'roll a die', command: 'invoke' });
    assert.deepEqual(followups({ errorDetails: { message: 'It broke.' }, metadata }), [
      { prompt: 'roll a die', command: 'invoke', label: 'Try again' },
    ]);
    assert.deepEqual(followups({ errorDetails: { message: 'It broke.' } }), []);
  });

  it('offers to continue where calls were made', () => {
    const rounds = [make.invocation('call-1', 'files:write', {}), make.result('call-1', 'written')];
    const metadata = {
      ...chatMetadata({ conversationId: 'chat-1', canisters: rounds }),
      ...retryMetadata({ prompt: 'write it', command: undefined }),
    };
    const labels = followups({ errorDetails: { message: 'It broke.' }, metadata }).map(({ label }) => label);
    assert.deepEqual(labels, ['Continue', 'Try again']);
  });

  it('offers a look at the tools until one was used, and to go on in the sidebar', () => {
    const answered = [make.user('user-1', 'Hello')];
    const metadata = chatMetadata({ conversationId: 'chat-1', canisters: answered });
    const commands = followups({ metadata }).map(({ command }) => command);
    assert.deepEqual(commands, ['tools', 'continue']);
    const canisters = [...answered, make.invocation('call-1', 'files:write', {})];
    const used = followups({ metadata: chatMetadata({ conversationId: 'chat-1', canisters }) });
    assert.deepEqual(used, [{ prompt: '', command: 'continue', label: 'Continue in the sidebar' }]);
    assert.deepEqual(followups({}), []);
  });
});
