import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import type { ResponseInput, ResponseStreamEvent } from 'openai/resources/responses/responses';
import type { JsonObject } from '../../../src/converser/ground/json/json.ts';
import { createReplyCollector } from '../../../src/converser/turn/reply/collect-reply.ts';
import type { Canister } from '../../../src/converser/words/canister/canister.ts';
import {
  type Content,
  type OpaqueContent,
  text,
  textOf,
} from '../../../src/converser/words/canister/content.ts';
import type { ModelEvent } from '../../../src/converser/words/models/provider.ts';
import { nativizeReply } from '../../../src/dialects/openai-responses/nativize-reply.ts';
import { nativizeRequest } from '../../../src/dialects/openai-responses/nativize-request.ts';
import { createReplyNormalizer } from '../../../src/dialects/openai-responses/normalize-reply.ts';
import { normalizeRequest } from '../../../src/dialects/openai-responses/normalize-request.ts';
import { callOf, canisterOf, resultOf } from '../canister-of.ts';
import { tools } from '../openai-chat/canisters.ts';

const read = { timestamp: '2026-01-01T00:00:00.000Z' };
const sealed = (id: string) => ({ id, type: 'reasoning', summary: [], encrypted_content: 'gAAAsealed=' });
const said = (content: string, phase?: string) => ({
  type: 'message',
  role: 'assistant',
  content,
  ...(phase && { phase }),
});

/** A recorded stream as our events. */
function recorded(provider = 'test'): readonly ModelEvent[] {
  const file = new URL('../../fixtures/openai-responses/phases.sse', import.meta.url);
  const lines = readFileSync(file, 'utf8')
    .split('\n')
    .filter(line => line.startsWith('data: '));
  const normalizer = createReplyNormalizer({ provider, label: 'Test' });
  return lines.flatMap(line =>
    normalizer.read(JSON.parse(line.slice('data: '.length)) as ResponseStreamEvent),
  );
}

function contentOf(events: readonly ModelEvent[]): readonly Content[] {
  const collector = createReplyCollector();
  for (const event of events) collector.hear(event);
  return collector.whole('stop').content;
}

/** The items that a reply becomes in the next request. */
function sentBack(content: readonly Content[], { provider = 'test', more = [] as readonly Canister[] } = {}) {
  const canisters = [canisterOf('assistant', 'a', ...content), ...more, canisterOf('user', 'u', 'And?')];
  const { input } = nativizeRequest({ canisters, tools }, { model: 'm', provider });
  return (input as ResponseInput).slice(0, -1);
}

describe('two messages of one response', () => {
  it('are two paragraphs', () => {
    const words = recorded().flatMap(event => (event.type === 'text-delta' ? [event.text] : []));
    assert.equal(words.join(''), 'I look first.\n\nAll is well.');
  });

  it('are two paragraphs where they have no phases, and an empty one is none', () => {
    const normalizer = createReplyNormalizer({ provider: 'test', label: 'Test' });
    const message = (content: readonly object[]) => ({ type: 'message', role: 'assistant', content });
    const events = [
      [],
      [{ type: 'output_text', text: 'One.' }],
      [{ type: 'output_text', text: 'Two.' }],
    ].flatMap((content, output_index) => [
      { type: 'response.output_item.added', output_index, item: message([]) },
      ...content.map(({ text: delta }) => ({ type: 'response.output_text.delta', delta })),
      { type: 'response.output_item.done', output_index, item: message(content) },
    ]);
    const read = events.flatMap(event => normalizer.read(event as unknown as ResponseStreamEvent));
    assert.deepEqual(read, [
      { type: 'text-delta', text: 'One.' },
      { type: 'text-delta', text: '\n\n' },
      { type: 'text-delta', text: 'Two.' },
    ]);
  });
});

describe('the phases of messages', () => {
  it('go back to the server that told them, with the texts as they were', () => {
    assert.deepEqual(sentBack(contentOf(recorded())), [
      sealed('rs_1'),
      said('I look first.', 'commentary'),
      said('All is well.', 'final_answer'),
    ]);
  });

  it('go to no other server', () => {
    assert.deepEqual(sentBack(contentOf(recorded('other'))), [said('I look first.\n\n\nAll is well.')]);
  });

  it('stay where they were among calls and reasoning, and reasoning that led to nothing is left out', () => {
    const mark = (data: JsonObject): Content => ({
      type: 'opaque',
      provider: 'test',
      data: { dialect: 'openai-responses', ...data },
    });
    const call = (id: string) => ({ ...callOf(id), ensemble: '', name: 'look' });
    const content = [
      mark({ phase: 'commentary', afterCalls: 0 }),
      text('One.'),
      mark({ item: sealed('rs_1'), afterCalls: 1 }),
      mark({ phase: 'commentary', afterCalls: 1 }),
      text('\n\nTwo.'),
      mark({ item: sealed('rs_2'), afterCalls: 2 }),
    ];
    const more = [call('c1'), call('c2'), resultOf('c1', 'Seen.'), resultOf('c2', 'Seen.')];
    const items = sentBack(content, { more }).map(item =>
      'role' in item ? Object(item).content : item.type,
    );
    assert.deepEqual(items, [
      'One.',
      'function_call',
      'reasoning',
      'Two.',
      'function_call',
      'function_call_output',
      'function_call_output',
    ]);
  });

  it('come through a client of the gateway, however it keeps its items', async () => {
    async function* reply() {
      yield* recorded();
    }
    const options = { id: 'resp', model: 'm', created: 1, nextCallId: () => 'call' };
    const request = { include: ['reasoning.encrypted_content'] };
    const stream = await Array.fromAsync(nativizeReply(reply(), { ...options, request }));
    const { output } = Object(stream.at(-1)).response as { readonly output: readonly object[] };
    assert.deepEqual(
      output.map(item => [Object(item).type, Object(item).phase, Object(item).content?.[0].text]),
      [
        ['reasoning', undefined, undefined],
        ['message', 'commentary', 'I look first.'],
        ['message', 'final_answer', 'All is well.'],
      ],
    );
    const added = stream.filter(({ type }) => type === 'response.output_item.added');
    assert.deepEqual(
      added.map(({ item }) => Object(item).phase),
      [undefined, 'commentary', 'final_answer'],
    );
    const input = [...output, { role: 'user', content: 'And?' }];
    const { canisters } = normalizeRequest({ model: 'm', input }, read);
    const again = nativizeRequest({ canisters, tools }, { model: 'm', provider: 'test' });
    assert.deepEqual(again.input, [
      sealed('rs_1'),
      said('I look first.', 'commentary'),
      said('All is well.', 'final_answer'),
      { role: 'user', content: 'And?' },
    ]);
  });

  it('of a client leave the texts of one reply two paragraphs, and its calls after them', () => {
    const input = [
      said('I look first.', 'commentary'),
      { type: 'function_call', call_id: 'c1', name: 'look', arguments: '{"at":1}' },
      said('All is well.', 'final_answer'),
      { type: 'function_call_output', call_id: 'c1', output: 'Seen.' },
    ];
    const { canisters } = normalizeRequest({ model: 'm', input }, read);
    assert.deepEqual(
      canisters.map(({ role }) => role),
      ['assistant', 'invocation', 'result'],
    );
    const [reply, call] = canisters;
    assert.equal(reply && textOf(reply.content), 'I look first.\n\n\nAll is well.');
    assert.deepEqual(call?.role === 'invocation' && [call.name, call.arguments], ['look', { at: 1 }]);
    const { input: again } = nativizeRequest({ canisters, tools }, { model: 'm', provider: 'test' });
    assert.deepEqual(
      (again as ResponseInput).map(item => ('role' in item ? Object(item).content : item.type)),
      ['I look first.', 'function_call', 'All is well.', 'function_call_output'],
    );
  });

  it('leave a client the blank line with which the first message begins', async () => {
    const mark: OpaqueContent = {
      type: 'opaque',
      provider: 'test',
      data: { dialect: 'openai-responses', phase: 'final_answer', afterCalls: 0 },
    };
    async function* reply(): AsyncGenerator<ModelEvent> {
      yield { type: 'opaque', content: mark };
      yield { type: 'text-delta', text: '\n\nAll is well.' };
      yield { type: 'finish', reason: 'stop' };
    }
    const options = { id: 'resp', model: 'm', created: 1, nextCallId: () => 'call' };
    const stream = await Array.fromAsync(nativizeReply(reply(), options));
    const { output } = Object(stream.at(-1)).response as { readonly output: readonly object[] };
    assert.deepEqual(
      output.map(item => Object(item).content[0].text),
      ['\n\nAll is well.'],
    );
  });

  it('of a client are taken only where they are known, and only from the assistant’s messages', () => {
    const input = [said('Hm.', 'pondering'), { role: 'user', content: 'Hi', phase: 'commentary' }];
    const { canisters } = normalizeRequest({ model: 'm', input }, read);
    assert.deepEqual(
      canisters.map(({ content }) => content),
      [[text('Hm.')], [text('Hi')]],
    );
  });
});
