import assert from 'node:assert/strict';
import type Anthropic from '@anthropic-ai/sdk';
import type { Canister } from '../../../../src/converser/words/canister/canister.ts';
import { wireName } from '../../../../src/converser/words/ensemble/wire-name.ts';
import type { ToolDefinition } from '../../../../src/converser/words/models/provider.ts';
import { nativizeRequest } from '../../../../src/dialects/anthropic-messages/nativize-request.ts';
import { refersToTools } from '../../../../src/dialects/anthropic-messages/tools/tool-references.ts';
import { complaintAbout } from '../../../fakes/anthropic-complaints.ts';
import { callOf, canisterOf, resultOf } from '../../canister-of.ts';

const tool = (name: string, more: Partial<ToolDefinition> = {}): ToolDefinition => ({
  name,
  description: name,
  inputSchema: { type: 'object', properties: {} },
  ...more,
});
const found = { found: true } as const;

const question = canisterOf('user', 'u', 'Go.');

/** A search that has found tools. */
function search(id: string, finds: readonly string[]): readonly Canister[] {
  return [
    { ...callOf(id), ensemble: 'tools', name: 'find_tools' },
    { ...resultOf(id, 'Found.'), finds },
  ];
}

const base = [tool('tools__find_tools'), tool('files__read')];

function sentOf(canisters: readonly Canister[], tools: readonly ToolDefinition[], references = true) {
  const body = nativizeRequest({ canisters, tools }, { model: 'claude', maxTokens: 100, references });
  assert.equal(complaintAbout(body as never), undefined);
  const sent = (body.tools ?? []) as readonly Anthropic.Tool[];
  const results = body.messages.flatMap(({ content }) =>
    typeof content === 'string' ? [] : content.filter(({ type }) => type === 'tool_result'),
  ) as readonly Anthropic.ToolResultBlockParam[];
  return {
    loaded: sent.filter(({ defer_loading: is }) => !is),
    deferred: sent.filter(({ defer_loading: is }) => is).map(({ name }) => name),
    referred: results.flatMap(({ content = [] }) =>
      typeof content === 'string' ? [] : content.flatMap(each => ('tool_name' in each ? each.tool_name : [])),
    ),
    messages: body.messages,
  };
}

describe('tools that a conversation has found', () => {
  it('are sent where they were found, so that requests begin as before', () => {
    const before = sentOf([question], base);
    const canisters = [question, ...search('s1', ['maps:route', 'maps:place'])];
    const after = sentOf(canisters, [...base, tool('maps__route', found), tool('maps__place', found)]);
    assert.deepEqual(after.loaded, before.loaded);
    assert.deepEqual(after.deferred, ['maps__route', 'maps__place']);
    assert.deepEqual(after.referred, after.deferred);
    assert.match(JSON.stringify(after.messages.at(-1)), /Found\./);
  });

  it('are referred to once, also where they are found again', () => {
    const canisters = [
      question,
      ...search('s1', ['maps:route']),
      ...search('s2', ['maps:route', 'maps:place']),
    ];
    const tools = [...base, tool('maps__route', found), tool('maps__place', found)];
    assert.deepEqual(sentOf(canisters, tools).referred, ['maps__route', 'maps__place']);
  });

  it('are sent before all else where nothing refers to them: what found them is left out, or they were called at once', () => {
    const tools = [...base, tool('maps__route', found)];
    const { loaded, deferred } = sentOf([question], tools);
    assert.deepEqual([loaded.length, deferred], [3, []]);
    const called = sentOf([question, ...search('s1', ['maps:route'])], [...base, tool('maps__route')]);
    assert.deepEqual([called.loaded.length, called.referred], [3, []]);
  });

  it('are referred to by their hashed names, too', () => {
    const name = wireName({ ensemble: 'my maps', name: 'route' });
    assert.match(name, /--/);
    const canisters = [question, ...search('s1', ['my maps:route'])];
    assert.deepEqual(sentOf(canisters, [...base, tool(name, found)]).referred, [name]);
  });

  it('refer to no tool that is gone', () => {
    assert.deepEqual(sentOf([question, ...search('s1', ['maps:gone'])], base).referred, []);
  });

  it('are sent before all else to models and servers that know no references', () => {
    const tools = [...base, tool('maps__route', found)];
    const { loaded, referred } = sentOf([question, ...search('s1', ['maps:route'])], tools, false);
    assert.deepEqual([loaded.length, referred], [3, []]);
  });

  it('keep what was sent before, byte for byte, when others are found', () => {
    const first = [question, ...search('s1', ['maps:route'])];
    const one = sentOf(first, [...base, tool('maps__route', found)]);
    const more = [...first, ...search('s2', ['maps:place'])];
    const two = sentOf(more, [...base, tool('maps__route', found), tool('maps__place', found)]);
    const bare = (messages: object) =>
      JSON.stringify(messages, (key, value) => (key === 'cache_control' ? undefined : value)).slice(1, -1);
    assert.ok(bare(two.messages).startsWith(bare(one.messages).slice(0, -3)));
    assert.deepEqual(two.loaded, one.loaded);
  });
});

describe('models that read tools where results refer to them', () => {
  it('are those of Anthropic’s list', () => {
    for (const [known, models] of [
      [
        true,
        'claude-fable-5-2 claude-mythos-preview claude-opus-5-5 claude-sonnet-5 claude-haiku-4-5-20251001',
      ],
      [true, 'claude-opus-4-8 claude-sonnet-4-5-20250929 claude-sonnet-4-5'],
      [false, 'claude-3-7-sonnet-20250219 claude-opus-4-20250514 claude-opus-4-1-20250805 glm-5'],
    ] as const)
      for (const model of models.split(' ')) assert.equal(refersToTools(model), known, model);
  });
});
