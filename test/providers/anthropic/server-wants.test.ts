import assert from 'node:assert/strict';
import { text } from '../../../src/converser/words/canister/content.ts';
import { nativizeRequest } from '../../../src/dialects/anthropic-messages/nativize-request.ts';
import { createServerWants } from '../../../src/providers/anthropic/server-wants.ts';
import { callOf, canisterOf, resultOf } from '../../dialects/canister-of.ts';
import { refusal, sse, startAnthropicServer } from '../../fakes/anthropic-server.ts';
import { anthropicAt, closedAfterEach, firstOf } from '../at-servers.ts';
import { leftBy } from '../heard.ts';
import { says } from './replies.ts';

const never = new AbortController().signal;
const tools = [{ name: 'read', description: '', inputSchema: { type: 'object', properties: {} } }];
const user = canisterOf('user', 'u', 'Read.');

interface Block {
  readonly type: string;
  readonly thinking?: string;
  readonly signature?: string;
}

interface Message {
  readonly content: readonly Block[];
}

const think = { type: 'thinking', thinking: '' };
const use = { type: 'tool_use', id: 't1', name: 'read', input: {} };
const thinksAndCalls = [
  { type: 'content_block_start', index: 0, content_block: think },
  { type: 'content_block_delta', index: 0, delta: { type: 'thinking_delta', thinking: 'Hm.' } },
  { type: 'content_block_stop', index: 0 },
  { type: 'content_block_start', index: 1, content_block: use },
  { type: 'content_block_stop', index: 1 },
  { type: 'message_delta', delta: { stop_reason: 'tool_use' }, usage: { output_tokens: 1 } },
  { type: 'message_stop' },
];

/** What servers say of calls without thinking. */
const words = [
  'The `content[].thinking` in the thinking mode must be passed back to the API.',
  'Missing thinking block in the assistant message at message index 1.',
  'thinking is enabled but reasoning_content is missing in assistant tool call message at index 1',
];

describe('A server that speaks like Anthropic and signs no thinking', () => {
  const run = closedAfterEach();
  for (const message of words)
    it(`gets it back once it has said so: ${message}`, async () => {
      const server = await run(
        startAnthropicServer(({ body }) => {
          const messages = body.messages as readonly Message[];
          const isCall = ({ content }: Message) => content.some(({ type }) => type === 'tool_use');
          const isThought = ({ content }: Message) => content[0]?.type === 'thinking';
          if (messages.length === 1) return sse('m', thinksAndCalls);
          const isWhole = messages.filter(isCall).every(isThought);
          return isWhole ? sse('m', says('Done.')) : refusal(400, 'invalid_request_error', { message });
        }),
      );
      const model = await firstOf(anthropicAt(server.url));
      const first = await Array.fromAsync(model.reply({ canisters: [user], tools }, never));
      const canisters = [user, ...leftBy(first, 'a'), canisterOf('user', 'v', 'And?')];
      // Another model has called this one.
      const more = [...canisters, ...leftBy([{ type: 'invocation', name: 'read', arguments: {} }], 'b')];
      for (const said of [canisters, more])
        assert.equal(
          (await Array.fromAsync(model.reply({ canisters: said, tools }, never))).at(-1)?.type,
          'finish',
        );
      const asked = server.requests.filter(({ path }) => path.startsWith('/v1/messages'));
      assert.equal(asked.length, 4);
      const thoughts = ((asked.at(-1)?.body.messages ?? []) as readonly Message[]).flatMap(({ content }) =>
        content.filter(({ type }) => type === 'thinking'),
      );
      assert.deepEqual(thoughts, [
        { type: 'thinking', thinking: 'Hm.' },
        { type: 'thinking', thinking: 'I call [{"name":"files__read_file","input":{}}].' },
      ]);
    });

  it('is known by its address, as is whether results may lack their content', () => {
    const wantedAt = (baseUrl?: string) => {
      const { wanted } = createServerWants({ ...(baseUrl && { baseUrl }) }, 'm');
      const { unsigned, emptyResults } = wanted();
      return [unsigned, emptyResults];
    };
    assert.deepEqual(wantedAt(), [false, false]);
    assert.deepEqual(wantedAt('https://api.anthropic.com/v1'), [false, false]);
    assert.deepEqual(wantedAt('https://api.deepseek.com/anthropic'), [true, true]);
    assert.deepEqual(wantedAt('https://api.kimi.com/coding'), [true, true]);
    assert.deepEqual(wantedAt('https://api.moonshot.cn/anthropic'), [true, true]);
    assert.deepEqual(wantedAt('https://deepseek.com.example.org'), [false, true]);
  });

  it('is told apart by its words and by what was sent, one form after the other', () => {
    const { wanted, learn } = createServerWants({}, 'claude-opus-5');
    const sent = { messages: [{ role: 'system' as const, content: 'Be brief.' }] };
    const refused = (message: string, status = 400) => ({ status, error: { error: { message } } });
    const late = "role 'system' is not supported on this model";
    assert.equal(learn(refused(late, 500), sent), false);
    assert.equal(learn(refused(late), { messages: [] }), false);
    assert.equal(learn(refused('tool_reference: unknown'), sent), false);
    const before = wanted();
    assert.deepEqual([before.late, before.unsigned], [true, false]);
    for (const message of [late, words[0] ?? '']) {
      assert.equal(learn(refused(message), sent), true);
      assert.equal(learn(refused(message), sent), false);
    }
    assert.deepEqual(wanted(), { ...before, late: false, unsigned: true });
  });

  it('gets an empty list where a result says nothing, and its words where it says or failed', () => {
    const failure = { kind: 'execution', message: 'No.' } as const;
    const results = [
      resultOf('a', ''),
      { ...resultOf('b', ''), content: [] },
      { ...resultOf('c', ''), content: [text(' \n')] },
      { ...resultOf('d', ''), content: [], failure },
      resultOf('e', 'x'),
    ];
    const canisters = [user, ...results.map(({ invocationId }) => callOf(invocationId)), ...results];
    const sent = (emptyResults: boolean) =>
      nativizeRequest({ canisters, tools }, { model: 'm', maxTokens: 9, emptyResults }).messages.at(-1)
        ?.content;
    const contents = (emptyResults: boolean) =>
      [sent(emptyResults)].flat().map(block => {
        const { content } = block as { readonly content?: readonly { readonly text: string }[] };
        return content?.map(part => part.text);
      });
    assert.deepEqual(contents(true).slice(0, 3), [[], [], []]);
    assert.deepEqual(contents(false).slice(0, 3), [undefined, undefined, undefined]);
    assert.deepEqual(contents(true).slice(3), contents(false).slice(3));
    assert.equal(contents(true)[4]?.[0], 'x');
  });
});
