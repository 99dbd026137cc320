import assert from 'node:assert/strict';
import fc from 'fast-check';
import type { ResponseStreamEvent } from 'openai/resources/responses/responses';
import type { ErrorCode } from '../../../src/converser/ground/errors.ts';
import type { ModelEvent } from '../../../src/converser/words/models/provider.ts';
import { nativizeReply } from '../../../src/dialects/openai-responses/nativize-reply.ts';
import { createReplyNormalizer } from '../../../src/dialects/openai-responses/normalize-reply.ts';
import type { StreamEvent } from '../../../src/dialects/openai-responses/stream-event.ts';
import type { ReportedError } from '../../../src/dialects/reported-error.ts';

async function streamed(events: readonly ModelEvent[]): Promise<readonly StreamEvent[]> {
  let calls = 0;
  const options = { id: 'resp_1', model: 'm', created: 1, nextCallId: () => `call_${++calls}` };
  async function* reply() {
    yield* events;
  }
  return Array.fromAsync(nativizeReply(reply(), options));
}

function readBack(stream: readonly StreamEvent[]): readonly ModelEvent[] {
  const normalizer = createReplyNormalizer({ provider: 'test', label: 'Test' });
  const read = stream.flatMap(event => normalizer.read(event as unknown as ResponseStreamEvent));
  return [...read, ...normalizer.end()];
}

describe('events as a stream of Responses', () => {
  const saying = fc.string({ minLength: 1 }).map((text): ModelEvent => ({ type: 'text-delta', text }));
  const calling = fc
    .dictionary(fc.string(), fc.integer())
    .map(
      (args): ModelEvent => ({ type: 'invocation', name: 'a', arguments: JSON.parse(JSON.stringify(args)) }),
    );

  it('are the same events when read back, with each item closed before the next', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(fc.oneof(saying, calling)), async said => {
        const isCall = said.some(({ type }) => type === 'invocation');
        const usage: ModelEvent = { type: 'usage', usage: { input: 1, output: 2, cached: 1, reasoning: 0 } };
        const events = [...said, usage, { type: 'finish', reason: isCall ? 'invocations' : 'stop' } as const];
        const stream = await streamed(events);
        assert.deepEqual(readBack(stream), events);
        const items = stream.map(({ type }) => type).filter(type => type.startsWith('response.output_item'));
        items.forEach((type, at) => {
          assert.equal(type, at % 2 === 0 ? 'response.output_item.added' : 'response.output_item.done');
        });
      }),
    );
  });

  it('repeat what holds where the request says nothing, as the API does', async () => {
    const usual = {
      instructions: null,
      max_output_tokens: null,
      metadata: {},
      parallel_tool_calls: true,
      reasoning: null,
      temperature: null,
      text: { format: { type: 'text' } },
      tool_choice: 'auto',
      tools: [],
      top_p: null,
      truncation: 'disabled',
    };
    for (const event of await streamed([{ type: 'finish', reason: 'stop' }])) {
      const { response } = event as { readonly response?: Readonly<Record<string, unknown>> };
      if (response !== undefined) assert.partialDeepStrictEqual(response, usual);
    }
  });

  it('close a call that came in fragments when it is whole, whatever ends the reply', async () => {
    const call: readonly ModelEvent[] = [
      { type: 'invocation-delta', call: 0, name: 'a', text: '{"n":' },
      { type: 'invocation-delta', call: 0, name: 'a', text: '1}' },
      { type: 'invocation', call: 0, name: 'a', arguments: { n: 1 } },
    ];
    for (const last of [
      { type: 'finish', reason: 'length' },
      { type: 'failure', error: { code: 'model-failed', message: 'No.', retryable: false } },
    ] as const) {
      const done = (await streamed([...call, last])).filter(
        ({ type }) => type === 'response.output_item.done',
      );
      assert.deepEqual(
        done.map(event => {
          const { status, arguments: written } = Object(event).item;
          return [status, written];
        }),
        [['completed', '{"n":1}']],
        last.type,
      );
    }
  });

  it('report refusals, the length limit and failures', async () => {
    for (const reason of ['refusal', 'length'] as const)
      assert.deepEqual(readBack(await streamed([{ type: 'finish', reason }])).at(-1), {
        type: 'finish',
        reason,
      });
    const [length] = (await streamed([{ type: 'finish', reason: 'length' }])).slice(-1);
    assert.ok(length?.type === 'response.incomplete');
    const { status, incomplete_details: why } = length.response as Readonly<Record<string, unknown>>;
    assert.deepEqual([status, why], ['incomplete', { reason: 'max_output_tokens' }]);
    const failure = (code: ErrorCode) =>
      ({ type: 'failure', error: { code, message: 'No.', retryable: false } }) as const;
    for (const [events, code] of [
      [[failure('model-quota')], 'rate_limit_exceeded'],
      [[failure('context-overflow')], 'context_length_exceeded'],
      [[], 'server_error'],
    ] as const) {
      const stream = await streamed(events);
      assert.throws(
        () => readBack(stream),
        ({ report }: ReportedError) => Object(report).code === code,
      );
      // Some clients hear of a failure by the one event only, some by the other.
      const [told, ended] = stream.slice(-2) as readonly object[];
      const message = events.length === 0 ? Object(told).message : 'No.';
      assert.ok(typeof message === 'string' && message !== '');
      assert.deepEqual(told, { type: 'error', code, message, param: null });
      const { status, error, output } = Object(ended).response;
      assert.deepEqual(
        [Object(ended).type, status, error, output],
        ['response.failed', 'failed', { code, message }, []],
      );
    }
  });
});
