import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import type { Canister } from '../../../src/converser/canister/canister.ts';
import { text } from '../../../src/converser/canister/content.ts';
import { nativizeMessages } from '../../../src/vscode/language-models/lm-messages.ts';
import { createLmModel } from '../../../src/vscode/language-models/lm-provider.ts';
import { describeProviderContract, type Scenario } from '../../contracts/provider-contract.ts';
import { rehearsalPrompts } from '../../providers/rehearsal/contract-prompts.ts';
import { canisterMaker } from '../../sidebar/canisters.ts';
import { runningConverser } from '../support/converser.ts';

/** Rehearsal, by way of VS Code: our model as a chat model, and that chat model as a model of ours. */
async function throughVscode(scenario: Scenario) {
  await runningConverser();
  const [chat] = await vscode.lm.selectChatModels({ vendor: 'converser' });
  assert.ok(chat);
  return { model: createLmModel(chat), prompt: rehearsalPrompts[scenario] };
}

describeProviderContract('a model of VS Code', throughVscode);

describe('messages for a model of VS Code', () => {
  const make = canisterMaker();
  const user = make.user('user-1', 'Read a and b.');
  const calls = [
    make.invocation('call-1', 'files:read', { path: 'a' }),
    make.invocation('call-2', 'files:read', { path: 'b' }),
  ];
  const results = [make.result('call-1', 'A'), make.result('call-2', 'B')];
  const supervisor: Canister = {
    ...user,
    id: 'supervisor-1',
    role: 'supervisor',
    content: [text('Be brief.')],
  };
  const native = { withTools: true };

  it('lead with what the supervisor says, as there is no system role', () => {
    const [first] = nativizeMessages([supervisor, user], native);
    assert.deepEqual(textsOf(first), ['Be brief.\n\nRead a and b.']);
  });

  it('put the results of a round into one message of their own', () => {
    const messages = nativizeMessages([user, ...calls, ...results, user], native);
    assert.deepEqual(
      messages.map(({ content }) => content.map(kindOf)),
      [['text'], ['call', 'call'], ['result', 'result'], ['text']],
    );
  });

  it('join the texts of one side, because some models read only the first', () => {
    const said = [make.assistant('assistant-1', 'One.'), make.assistant('assistant-2', 'Two.')];
    assert.deepEqual(textsOf(nativizeMessages([user, ...said], native)[1]), ['One.\n\nTwo.']);
  });

  it('tell of earlier calls as text when the request has no tools', () => {
    const messages = nativizeMessages([user, ...calls, ...results], { withTools: false });
    const parts = messages.flatMap(({ content }) => content);
    assert.ok(parts.every(part => part instanceof vscode.LanguageModelTextPart));
    assert.match(textsOf(messages[1]).join(''), /files__read with \{"path":"a"\}/);
    assert.match(textsOf(messages[2]).join(''), /A/);
  });

  it('end with a nudge after results, where a model wants one', () => {
    const messages = nativizeMessages([user, ...calls, ...results], { withTools: true, nudge: 'Go on.' });
    assert.deepEqual(textsOf(messages.at(-1)), ['Go on.']);
  });
});

function textsOf(message: vscode.LanguageModelChatMessage | undefined): readonly string[] {
  return (message?.content ?? []).flatMap(part =>
    part instanceof vscode.LanguageModelTextPart ? [part.value] : [],
  );
}

function kindOf(part: vscode.LanguageModelInputPart): string {
  if (part instanceof vscode.LanguageModelTextPart) return 'text';
  if (part instanceof vscode.LanguageModelToolCallPart) return 'call';
  return part instanceof vscode.LanguageModelToolResultPart ? 'result' : 'data';
}
