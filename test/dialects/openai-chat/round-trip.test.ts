import assert from 'node:assert/strict';
import fc from 'fast-check';
import { errorData, errors } from '../../../src/converser/ground/errors.ts';
import { type Canister, isInvocation, isResult } from '../../../src/converser/words/canister/canister.ts';
import type { ModelEvent } from '../../../src/converser/words/models/provider.ts';
import { fittingIds } from '../../../src/dialects/call-id.ts';
import { nativizeReply, type StreamChunk } from '../../../src/dialects/openai-chat/nativize-reply.ts';
import { nativizeRequest } from '../../../src/dialects/openai-chat/nativize-request.ts';
import { createReplyNormalizer } from '../../../src/dialects/openai-chat/normalize-reply.ts';
import { normalizeRequest } from '../../../src/dialects/openai-chat/normalize-request.ts';
import { wellFormed } from '../../../src/dialects/well-formed.ts';
import { conversations, tools } from './canisters.ts';

const wire = { model: 'm', provider: 'test', files: true };
const timestamp = '2026-01-01T00:00:00.000Z';

function sent(canisters: readonly Canister[], offered = tools) {
  return nativizeRequest({ canisters, tools: offered, options: { temperature: 0.5, stop: ['END'] } }, wire);
}

/** Everything a user could see, as it must stand on the wire. */
function textsOf(canisters: readonly Canister[]): readonly string[] {
  return canisters.flatMap(({ content }) =>
    content.flatMap(part => (part.type === 'text' ? [part.text.toWellFormed()] : [])),
  );
}

function imagesOf(canisters: readonly Canister[]): readonly string[] {
  return canisters
    .filter(({ role }) => role === 'user' || role === 'document' || role === 'result')
    .flatMap(({ content }) => content.flatMap(part => (part.type === 'image' ? [part.bytes.join()] : [])));
}

describe('canisters that became a request in Chat Completions', () => {
  it('become the same request when they are read back', () => {
    fc.assert(
      fc.property(conversations, canisters => {
        const first = sent(canisters);
        const read = normalizeRequest(JSON.parse(JSON.stringify(first)), { timestamp });
        assert.deepEqual(nativizeRequest(read, wire), first);
      }),
    );
  });

  it('lose no text, image, call or result', () => {
    fc.assert(
      fc.property(conversations, canisters => {
        const request = sent(canisters);
        const read = normalizeRequest(request, { timestamp }).canisters;
        const all = JSON.stringify(textsOf(read));
        for (const text of textsOf(canisters))
          assert.ok(all.includes(JSON.stringify(text).slice(1, -1)), text);
        assert.deepEqual(imagesOf(read), imagesOf(canisters));
        const calls = (from: readonly Canister[]) =>
          from.filter(isInvocation).map(call => [fittingIds.short(call.id), wellFormed(call.arguments)]);
        assert.deepEqual(
          JSON.parse(JSON.stringify(calls(read))),
          JSON.parse(JSON.stringify(calls(canisters))),
        );
        const answered = (from: readonly Canister[]) =>
          from.filter(isResult).map(result => fittingIds.short(result.invocationId));
        assert.deepEqual(answered(read), answered(canisters));
      }),
    );
  });
});

describe('events that became a stream of Chat Completions', () => {
  it('report refusals, the length limit and failures', async () => {
    for (const reason of ['refusal', 'length'] as const)
      assert.deepEqual((await readBack([{ type: 'finish', reason }])).at(-1), { type: 'finish', reason });
    const error = { code: 'model-quota', message: 'Wait.', retryable: true } as const;
    assert.deepEqual((await chunks([{ type: 'failure', error }])).at(-1), {
      error: { message: 'Wait.', type: 'rate_limit_error', code: 'model-quota', param: null },
    });
    assert.ok('error' in ((await chunks([])).at(-1) ?? {}));
  });

  it('name the kind of a failure as OpenAI does', async () => {
    for (const [error, type] of [
      [errors.modelUnpaid('M', 'No credit.'), 'insufficient_quota'],
      [errors.modelOverloaded('M', 'Busy.'), 'service_unavailable_error'],
      [errors.modelSuspended('M', 60_000), 'service_unavailable_error'],
      [errors.modelSilent('M', 60_000), 'server_error'],
      [errors.modelNotFound('M'), 'invalid_request_error'],
    ] as const) {
      const last = (await chunks([{ type: 'failure', error: errorData(error) }])).at(-1);
      assert.deepEqual(last && 'error' in last && [last.error.type, last.error.code], [type, error.code]);
    }
  });

  it('report usage only on request', async () => {
    const events: readonly ModelEvent[] = [
      { type: 'usage', usage: { input: 1 } },
      { type: 'finish', reason: 'stop' },
    ];
    assert.ok(!JSON.stringify(await chunks(events, false)).includes('usage'));
  });
});

async function chunks(events: readonly ModelEvent[], usage = true): Promise<readonly StreamChunk[]> {
  let calls = 0;
  const options = { id: 'r', model: 'm', created: 1, usage, nextCallId: () => `call_${++calls}` };
  async function* reply() {
    yield* events;
  }
  return Array.fromAsync(nativizeReply(reply(), options));
}

async function readBack(events: readonly ModelEvent[]): Promise<readonly ModelEvent[]> {
  const normalizer = createReplyNormalizer({ provider: 'test', label: 'Test' });
  const read = (await chunks(events)).flatMap(chunk => ('error' in chunk ? [] : normalizer.read(chunk)));
  return [...read, ...normalizer.end()];
}
