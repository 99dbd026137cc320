import assert from 'node:assert/strict';
import fc from 'fast-check';
import * as vscode from 'vscode';
import type { Canister } from '../../../src/converser/words/canister/canister.ts';
import { text } from '../../../src/converser/words/canister/content.ts';
import { validHistory } from '../../../src/converser/words/canister/valid-history.ts';
import type { ModelEvent, ModelRequest } from '../../../src/converser/words/models/provider.ts';
import type { Exchange } from '../../../src/converser/words/models/request-log.ts';
import { readableText } from '../../../src/converser/words/texts/request-text.ts';
import { nativizeMessages } from '../../../src/vscode/language-models/lm-messages.ts';
import { createLmModel } from '../../../src/vscode/language-models/lm-provider.ts';
import { describeProviderContract, type Scenario } from '../../contracts/provider-contract.ts';
import { anyRequest } from '../../dialects/any-history.ts';
import { anthropicSchemaComplaint, openAiSchemaComplaint } from '../../fakes/schema-complaints.ts';
import { userSays } from '../../fakes/user-canister.ts';
import { holdsHalfCharacter, toolName } from '../../fakes/wire-complaints.ts';
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

describe('a model of VS Code that sends without end', () => {
  const endless = {
    text: () => new vscode.LanguageModelTextPart('x'.repeat(500_000)),
    arguments: () => new vscode.LanguageModelToolCallPart('c', 'roll', { dice: 'x'.repeat(500_000) }),
    calls: () => new vscode.LanguageModelToolCallPart('c', 'roll', {}),
  };
  for (const [what, part] of Object.entries(endless)) {
    it(`is stopped: ${what}`, async () => {
      let isStopped = false;
      async function* stream(token: vscode.CancellationToken) {
        token.onCancellationRequested(() => {
          isStopped = true;
        });
        for (;;) yield part();
      }
      const chat = fakeChat(async (_messages, _options, token) => {
        assert.ok(token);
        return { stream: stream(token), text: wordsOf() };
      });
      const last = (await eventsOf(chat, { canisters: [userSays('Go on.')], tools: [] })).at(-1);
      assert.equal(last?.type === 'failure' && last.error.code, 'reply-too-large');
      assert.ok(isStopped);
    });
  }
});

describe('a request to a model of VS Code that is logged', () => {
  it('has the messages and options as given to the API, images named, and the parts that came back', async () => {
    const logged: Exchange[] = [];
    let ends = 0;
    const chat = fakeChat(async () => ({ stream: streamOf(new Error('Gone.')), text: wordsOf() }));
    const model = createLmModel(chat, undefined, exchange => {
      logged.push(exchange);
      return () => void ends++;
    });
    const image = { type: 'image', mimeType: 'image/png', bytes: new Uint8Array(5000) } as const;
    const canisters = [{ ...userSays('Look.'), content: [text('Look.'), image] }];
    const origin = { conversation: 'c', turn: 't', round: 1 };
    await Array.fromAsync(model.reply({ canisters, tools: [], origin }, new AbortController().signal));
    const [first] = logged;
    assert.ok(first);
    const words = ({ pieces }: Exchange['reply']) => Buffer.concat(pieces).toString();
    assert.match(words(first.request), /Look\..*image\/png.*Converser uses this model/s);
    assert.match(readableText(logged, String), /"data": "\[Base64, \d+\.?\d* KB\]"/);
    assert.match(words(first.reply), /^\{.*Half of.*\}\n$/);
    assert.deepEqual(
      [first.reply.first, first.origin, ends],
      ['The parts that came back (Gone.)', origin, 1],
    );
  });
});

describe('a model of VS Code that is given more tools than it accepts', () => {
  it('gets those that come with Converser, and says which it does not see', async () => {
    const inputSchema = { type: 'object', properties: {} };
    const names = Array.from({ length: 140 }, (_, index) => `many__t${String(index).padStart(3, '0')}`);
    const many = names.map(name => ({ name, description: 'One of many.', inputSchema }));
    const read = { name: 'workspace__read', description: 'Reads.', inputSchema, isShipped: true } as const;
    const sent: vscode.LanguageModelChatRequestOptions[] = [];
    const chat = fakeChat(async (_messages, options) => {
      sent.push(options ?? {});
      return { stream: streamOf(), text: wordsOf() };
    });
    const events = await eventsOf(chat, { canisters: [userSays('Go on.')], tools: [...many, read] });
    const offered = sent[0]?.tools?.map(({ name }) => name) ?? [];
    assert.equal(offered.length, 128);
    assert.ok(offered.includes('workspace__read'));
    const [notice] = events;
    assert.match(notice?.type === 'notice' ? notice.message : '', /doesn’t see 13 tools of many\./);
  });
});

describe('a model of VS Code that is given loose schemas', () => {
  it('gets them in the form that every vendor behind it accepts', async () => {
    const list = { type: 'array' };
    const alternatives = [{ required: ['list'] }, { required: ['pair'] }];
    const pair = { type: 'array', items: [{ type: 'string' }, { type: 'integer' }] };
    const loose = { type: 'object', properties: { list, pair }, anyOf: alternatives };
    const sent: vscode.LanguageModelChatRequestOptions[] = [];
    const chat = fakeChat(async (_messages, options) => {
      sent.push(options ?? {});
      return { stream: streamOf(), text: wordsOf() };
    });
    const tools = [{ name: 'look', description: 'Looks.', inputSchema: loose }];
    await eventsOf(chat, { canisters: [userSays('Go on.')], tools });
    const [tool] = sent[0]?.tools ?? [];
    assert.notEqual(openAiSchemaComplaint(loose, 'look'), undefined);
    assert.equal(openAiSchemaComplaint(tool?.inputSchema, 'look'), undefined);
    assert.equal(anthropicSchemaComplaint(tool?.inputSchema, 0), undefined);
    assert.deepEqual(Object.keys(Object(tool?.inputSchema).properties), ['list', 'pair']);
  });
});

describe('a request that is too long for a model of VS Code', () => {
  const request = { canisters: [userSays('Go on.')], tools: [] };
  const reason = 'prompt is too long: 250000 tokens > 200000 maximum';
  const wrapped = new vscode.LanguageModelError('Request Failed: 400');
  wrapped.cause = new Error(reason);

  for (const [how, fault] of [
    ['in words of its own', new Error(reason)],
    ['as the cause of VS Code’s error', wrapped],
  ] as const)
    for (const [when, chat] of [
      ['at once', fakeChat(() => Promise.reject(fault))],
      ['in the middle', fakeChat(async () => ({ stream: streamOf(fault), text: wordsOf() }))],
    ] as const)
      it(`fails with both numbers, and is not sent again as it was: ${how}, ${when}`, async () => {
        const last = (await eventsOf(chat, request)).at(-1);
        assert.ok(last?.type === 'failure');
        assert.deepEqual([last.error.code, last.error.retryable], ['context-overflow', false]);
        assert.match(last.error.message, /context length of M is 200000 tokens, and this request has 250000/);
      });

  it('is told from an ordinary fault and from a quota', async () => {
    const codeOf = async (fault: Error) => {
      const chat = fakeChat(() => Promise.reject(fault));
      const last = (await eventsOf(chat, request)).at(-1);
      return last?.type === 'failure' && last.error.code;
    };
    assert.equal(await codeOf(new Error('Response contained no choices.')), 'model-failed');
    assert.equal(await codeOf(vscode.LanguageModelError.Blocked(reason)), 'model-quota');
  });
});

function fakeChat(sendRequest: vscode.LanguageModelChat['sendRequest']): vscode.LanguageModelChat {
  const facts = { vendor: 'test', id: 'm', name: 'M', family: 'm', version: '1', maxInputTokens: 1_000 };
  return { ...facts, sendRequest, countTokens: async () => 1 };
}

/** Some text, and perhaps a fault. */
async function* streamOf(fault?: Error) {
  yield new vscode.LanguageModelTextPart('Half of');
  if (fault !== undefined) throw fault;
}

async function* wordsOf() {
  yield 'Half of';
}

function eventsOf(chat: vscode.LanguageModelChat, request: ModelRequest): Promise<ModelEvent[]> {
  return Array.fromAsync(createLmModel(chat).reply(request, new AbortController().signal));
}

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

  it('keep what the supervisor says later in its place, so that what came before stays as it was', () => {
    const begun = [supervisor, user, make.assistant('assistant-1', 'One.'), user];
    const later = nativizeMessages([...begun, supervisor], native).map(textsOf);
    assert.deepEqual(later.slice(0, -1), nativizeMessages(begun, native).slice(0, -1).map(textsOf));
    const told = 'Read a and b.\n\n<system-reminder>\nBe brief.\n</system-reminder>';
    assert.deepEqual(later.at(-1), [told]);
  });

  it('put the results of a round into one message of their own', () => {
    const messages = nativizeMessages([user, ...calls, ...results, user], native);
    const kinds = messages.map(({ content }) => content.map(kindOf));
    assert.deepEqual(kinds, [['text'], ['call', 'call'], ['result', 'result'], ['text']]);
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

const { Assistant, User } = vscode.LanguageModelChatMessageRole;

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
