import assert from 'node:assert/strict';
import fc from 'fast-check';
import * as vscode from 'vscode';
import { validHistory } from '../../../src/converser/words/canister/valid-history.ts';
import { nativizeMessages } from '../../../src/vscode/language-models/lm-messages.ts';
import { anyRequest } from '../../dialects/any-history.ts';
import { holdsHalfCharacter, toolName } from '../../fakes/wire-complaints.ts';

const { Assistant, User } = {
  Assistant: vscode.LanguageModelChatMessageRole.Assistant,
  User: vscode.LanguageModelChatMessageRole.User,
};

describe('messages for a model of VS Code, whatever the conversation holds,', () => {
  it('are none that a server behind it refuses', () => {
    fc.assert(
      fc.property(anyRequest, ({ canisters, tools }) => {
        const messages = nativizeMessages(validHistory(canisters), { withTools: tools.length > 0 });
        assert.equal(complaintAbout(messages, tools.length > 0), undefined);
      }),
      { numRuns: 500 },
    );
  });
});

type Message = vscode.LanguageModelChatMessage;

function complaintAbout(messages: readonly Message[], withTools: boolean): string | undefined {
  if (messages[0]?.role !== User) return 'the first message must be the user’s';
  if (messages.at(-1)?.role !== User) return 'the last message must not be the assistant’s';
  const parts = messages.flatMap(({ content }) => content);
  if (!withTools && parts.some(part => !isText(part) && !(part instanceof vscode.LanguageModelDataPart)))
    return 'no tools, but parts of theirs';
  return messages.map((message, at) => complaintAboutMessage(message, messages[at + 1])).find(Boolean);
}

function complaintAboutMessage({ role, content }: Message, next: Message | undefined): string | undefined {
  if (content.length === 0) return 'a message must have content';
  if (content.some(part => isText(part) && part.value.trim() === '')) return 'a text must not be blank';
  if (content.filter(isText).length > 1) return 'several texts, of which some models read one';
  if (role === Assistant && next?.role === Assistant) return 'two messages of the assistant in a row';
  if (content.filter(isText).some(({ value }) => holdsHalfCharacter(value))) return 'half a character';
  const calls = content.filter(part => part instanceof vscode.LanguageModelToolCallPart);
  for (const { callId, name, input } of calls) {
    if (!/^[A-Za-z0-9]{9}$/.test(callId)) return `the id ${callId}`;
    if (!toolName.test(name)) return `the name ${name}`;
    if (holdsHalfCharacter(input)) return 'half a character in arguments';
  }
  const answered = (next?.content ?? []).filter(part => part instanceof vscode.LanguageModelToolResultPart);
  const asked = calls.map(({ callId }) => callId);
  return asked.join() === answered.map(({ callId }) => callId).join()
    ? undefined
    : 'a call without its result';
}

function isText(part: unknown): part is vscode.LanguageModelTextPart {
  return part instanceof vscode.LanguageModelTextPart;
}
