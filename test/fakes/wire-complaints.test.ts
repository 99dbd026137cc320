import assert from 'node:assert/strict';
import { pngOf } from '../dialects/images/image-headers.ts';
import { complaintAbout } from './anthropic-complaints.ts';
import { chatComplaint } from './chat-complaints.ts';
import { responsesComplaint } from './responses-complaints.ts';
import { provokesRefusal } from './wire-complaints.ts';

/** Requests that real servers were seen to refuse, each with what the complaint is about. */
type Refused = readonly (readonly [about: RegExp, body: object])[];

const user = { role: 'user', content: 'Hi.' };
const chatCall = { id: 'abcdefghi', type: 'function', function: { name: 'read', arguments: '{}' } };
const chatTools = [{ type: 'function', function: { name: 'read' } }];

function chat(...messages: readonly object[]): object {
  return { messages, tools: chatTools };
}

function called(more: object): object {
  return { role: 'assistant', content: null, tool_calls: [{ ...chatCall, ...more }] };
}

const answered = { role: 'tool', tool_call_id: 'abcdefghi', content: '' };
const tiff = { type: 'image_url', image_url: { url: 'data:image/tiff;base64,AAAA' } };

const looseArray = { type: 'object', properties: { a: { anyOf: [{ type: ['array', 'null'] }] } } };

function offering(parameters: object): object {
  return { messages: [user], tools: [{ type: 'function', function: { name: 'read', parameters } }] };
}

const chatRefusals: Refused = [
  [/too short/, { messages: [] }],
  [/surrogate/, chat({ role: 'user', content: 'a\ud83d' })],
  [/bad name/, { messages: [user], tools: [{ type: 'function', function: { name: 'a b' } }] }],
  [/must be at the beginning/, chat(user, { role: 'system', content: 'x' }, user)],
  [/must not be empty/, chat({ role: 'system', content: '' }, user)],
  [/bad content/, chat({ role: 'user', content: '' })],
  [/bad content/, chat({ role: 'user', content: [tiff] })],
  [/first message/, chat({ role: 'assistant', content: 'x' }, user)],
  [/got assistant/, chat(user, { role: 'assistant', content: 'x' })],
  [/Unexpected role user/, chat(user, user)],
  [/Unexpected role user/, chat(user, called({}), answered, user)],
  [/answers no call/, chat(user, called({}), { ...answered, tool_call_id: 'other1234' })],
  [/without a response/, chat(user, called({}), user)],
  [/length of 9/, chat(user, called({ id: `call-${crypto.randomUUID()}` }), answered)],
  [/no object/, chat(user, called({ function: { name: 'read', arguments: '[]' } }), answered)],
  [/function name/, chat(user, called({ function: { name: '', arguments: '{}' } }), answered)],
  [/'read': In context=\('properties', 'a', 'anyOf', '0'\), array schema missing/, offering(looseArray)],
  [/'read': schema must have type 'object' and not have/, offering({ type: 'object', anyOf: [] })],
  [/items is not an object/, offering({ type: 'object', properties: { a: { items: [{}] } } })],
];

const item = { type: 'function_call', call_id: 'c', name: 'read', arguments: '{}' };
const output = { type: 'function_call_output', call_id: 'c', output: 'x' };
const reasoning = { type: 'reasoning', id: 'rs_1', summary: [], encrypted_content: 'x' };

function responses(...input: readonly object[]): object {
  return { input, store: false, include: ['reasoning.encrypted_content'], tools: [{ name: 'read' }] };
}

const responsesRefusals: Refused = [
  [/must be provided/, responses()],
  [/surrogate/, responses({ role: 'user', content: '\ud83d' })],
  [/bad content/, responses({ role: 'developer', content: '' }, user)],
  [/No tool output/, responses(user, item)],
  [/No tool call/, responses(user, output)],
  [/Duplicate call_id/, responses(user, item, output, item, output)],
  [/Invalid call_id/, responses(user, { ...item, call_id: 'x'.repeat(65) }, output)],
  [/no object/, responses(user, { ...item, arguments: '5' }, output)],
  [/without its required following item/, responses(user, reasoning, user)],
  [/Duplicate item/, responses(user, reasoning, item, output, reasoning, { ...item, call_id: 'd' }, output)],
  [/not found/, responses(user, { ...reasoning, encrypted_content: '' }, item, output)],
  [/reasoning or computer use/, { ...responses(user, reasoning, item, output), include: undefined }],
  [/missing items/, { ...responses(user), tools: [{ name: 'read', parameters: looseArray }] }],
  [/Cannot determine type/, responses(user, { role: 'assistant', content: 'x' }, user)],
  [/must not be the assistant/, responses(user, { type: 'message', role: 'assistant', content: 'x' })],
];

const hi = { type: 'text', text: 'Hi.' };
const use = { type: 'tool_use', id: 'c', name: 'read', input: {} };
const result = { type: 'tool_result', tool_use_id: 'c' };

function messages(...all: readonly (readonly [role: string, ...blocks: object[]])[]): object {
  return { tools: [{}], messages: all.map(([role, ...content]) => ({ role, content })) };
}

const image = { type: 'image', source: { type: 'base64', media_type: 'image/png', data: '' } };
const png = { type: 'image', source: { ...image.source, data: 'AAAA' } };

function pngBlock(side: number): object {
  return { ...png, source: { ...png.source, data: Buffer.from(pngOf(side, 1)).toString('base64') } };
}

function accepting(schema: object): object {
  const tools = [{ name: 'read', input_schema: { type: 'object', ...schema } }];
  return { ...messages(['user', hi]), tools };
}

const asked = [
  ['user', hi],
  ['assistant', use],
] as const;
const answers = ['user', result] as const;
const thought = { type: 'thinking', thinking: '' };
const refused = { ...hi, text: `Well. ${provokesRefusal}` };
const failed = { ...result, content: [hi, png], is_error: true };

const messagesRefusals: Refused = [
  [/at least one/, { messages: [] }],
  [/first message/, messages(['assistant', hi], ['user', hi])],
  [/last message/, messages(['user', hi], ['assistant', hi])],
  [/alternate/, messages(['user', hi], ['user', hi])],
  [/surrogate/, messages(['user', { type: 'text', text: '\ud83d' }])],
  [/must not be empty/, messages(['user'])],
  [/non-empty/, messages(['user', { type: 'text', text: ' ' }])],
  [/image/, messages(['user', image])],
  [/exceed max allowed size: 8000/, messages(['user', pngBlock(8_001)])],
  [/many-image requests: 2000/, messages(['user', ...Array(21).fill(pngBlock(2_001))])],
  [/refusal/, messages(['user', refused], ['assistant', hi], ['user', hi])],
  [/without tool_result/, messages(...asked, ['user', hi])],
  [/must come first/, messages(...asked, ['user', hi, result])],
  [/must be type "text"/, messages(...asked, ['user', failed])],
  [/pattern/, messages(['user', hi], ['assistant', { ...use, name: 'a b' }], answers)],
  [/must define tools/, { ...messages(...asked, answers), tools: undefined }],
  [/cannot be thinking/, messages(['user', hi], ['assistant', thought], ['user', hi])],
  [/tools\.0\.custom\.input_schema\.properties: Property keys/, accepting({ properties: { $a: {} } })],
  [/tools\.0\.custom\.input_schema: input_schema does not support/, accepting({ allOf: [] })],
  [/draft 2020-12/, accepting({ properties: { a: { type: 'array', items: [{}] } } })],
  [/unique/, messages(...asked, answers, ['assistant', use], answers)],
];

describe('the fake servers', () => {
  for (const [wire, complaint, refusals] of [
    ['Chat Completions', chatComplaint, chatRefusals],
    ['Responses', responsesComplaint, responsesRefusals],
    ['Messages', complaintAbout, messagesRefusals],
  ] as const) {
    it(`refuse what real ones refuse in ${wire}`, () => {
      for (const [about, body] of refusals) assert.match(complaint({ ...body }) ?? 'taken', about);
    });
  }

  it('take what real ones take', () => {
    for (const tools of [{}, { tools: undefined }]) {
      assert.equal(chatComplaint({ ...chat(user, called({}), answered), ...tools }), undefined);
      assert.equal(responsesComplaint({ ...responses(user, reasoning, item, output), ...tools }), undefined);
    }
    assert.equal(complaintAbout({ ...messages(...asked, answers) }), undefined);
    for (const images of [Array(30).fill(pngBlock(2_000)), Array(20).fill(pngBlock(8_000))])
      assert.equal(complaintAbout({ ...messages(['user', ...images]) }), undefined);
  });
});
