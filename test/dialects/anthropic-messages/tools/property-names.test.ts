import assert from 'node:assert/strict';
import type Anthropic from '@anthropic-ai/sdk';
import type { JsonObject } from '../../../../src/converser/ground/json/json.ts';
import type { Canister } from '../../../../src/converser/words/canister/canister.ts';
import type { ModelEvent, ToolDefinition } from '../../../../src/converser/words/models/provider.ts';
import { nativizeRequest } from '../../../../src/dialects/anthropic-messages/nativize-request.ts';
import { createReplyNormalizer } from '../../../../src/dialects/anthropic-messages/normalize-reply.ts';
import { calls } from '../../../providers/anthropic/replies.ts';
import { callOf, canisterOf, resultOf } from '../../canister-of.ts';

const long = 'settings__'.repeat(7);
const string = { type: 'string' };
const tool: ToolDefinition = {
  name: 'drive__list',
  description: 'Lists files.',
  inputSchema: {
    type: 'object',
    properties: {
      $filter: { ...string, description: 'Such as name eq "a".' },
      filter: string,
      'filter[id]': true,
      日本: string,
      [long]: string,
      [`${long}x`]: string,
      __proto__x: string,
    },
    required: ['$filter', 'filter'],
  },
};
const sentNames = {
  filter_2: '$filter',
  filter: 'filter',
  filter_id: 'filter[id]',
  value: '日本',
  [long.slice(0, 64)]: long,
  [`${long.slice(0, 62)}_2`]: `${long}x`,
  __proto__x: '__proto__x',
};

const user = canisterOf('user', 'u', 'List.');

function called(ensemble: string, name: string, args: JsonObject): readonly Canister[] {
  const id = `${ensemble}-${name}`;
  return [{ ...callOf(id, args), ensemble, name }, resultOf(id)];
}

function send(canisters: readonly Canister[], tools = [tool]) {
  return nativizeRequest({ canisters, tools }, { model: 'm', maxTokens: 9 });
}

function inputs({ messages }: ReturnType<typeof send>): readonly unknown[] {
  const blocks = messages.flatMap(({ content }) => (typeof content === 'string' ? [] : content));
  return blocks.flatMap(block => (block.type === 'tool_use' ? [block.input] : []));
}

function read(events: readonly object[]): readonly ModelEvent[] {
  const { push, end } = createReplyNormalizer({ label: 'M', tools: [tool], fragments: true });
  return [...events.flatMap(event => push(event as Anthropic.RawMessageStreamEvent)), ...end()];
}

describe('names of arguments that Anthropic rejects', () => {
  it('are sent as others, which say what they stand for, and differ from each other', () => {
    const [sent] = send([user]).tools ?? [];
    const schema = (sent as Anthropic.Tool).input_schema;
    const properties = schema.properties as Readonly<Record<string, unknown>>;
    assert.deepEqual(Object.keys(properties), Object.keys(sentNames));
    assert.deepEqual(properties.filter_2, {
      type: 'string',
      description: 'Stands for "$filter". Such as name eq "a".',
    });
    assert.deepEqual(properties.filter_id, { description: 'Stands for "filter[id]".' });
    assert.deepEqual(properties.filter, string);
    assert.deepEqual(schema.required, ['filter_2', 'filter']);
  });

  it('are what the tool is called with', () => {
    const written = Object.fromEntries(Object.keys(sentNames).map((name, at) => [name, at]));
    const meant = Object.fromEntries(Object.values(sentNames).map((name, at) => [name, at]));
    const events = read(calls(['drive__list', written], ['other', { filter_2: 1 }]));
    assert.deepEqual(
      events.flatMap(event => (event.type === 'invocation' ? [event.arguments] : [])),
      [meant, { filter_2: 1 }],
    );
    const deltas = events.filter(event => event.type === 'invocation-delta');
    assert.deepEqual(new Set(deltas.map(({ name }) => name)), new Set(['other']));
  });

  it('stand in earlier calls as the model wrote them, and nowhere else', () => {
    const canisters = [
      user,
      ...called('drive', 'list', { $filter: 'x', filter: 'y', more: { $filter: 'z' } }),
      ...called('files', 'list', { $filter: 'x' }),
    ];
    const sent = send(canisters);
    assert.deepEqual(inputs(sent), [
      { filter_2: 'x', filter: 'y', more: { $filter: 'z' } },
      { $filter: 'x' },
    ]);
    const more = send([...canisters, user]);
    assert.equal(more.messages[1], send([...canisters, user, ...called('drive', 'next', {})]).messages[1]);
    const plain = { ...tool, inputSchema: { type: 'object', properties: {} } };
    assert.deepEqual(
      inputs(send(canisters, [plain])),
      canisters.flatMap(each => ('arguments' in each ? [each.arguments] : [])),
    );
  });
});
