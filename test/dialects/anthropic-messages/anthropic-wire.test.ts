import assert from 'node:assert/strict';
import type Anthropic from '@anthropic-ai/sdk';
import fc from 'fast-check';
import { ConverserError } from '../../../src/converser/ground/errors.ts';
import type { JsonObject, JsonValue } from '../../../src/converser/ground/json/json.ts';
import { type Canister, isInvocation, isResult } from '../../../src/converser/words/canister/canister.ts';
import type { Content } from '../../../src/converser/words/canister/content.ts';
import { validHistory } from '../../../src/converser/words/canister/valid-history.ts';
import { wireName } from '../../../src/converser/words/ensemble/wire-name.ts';
import type { ModelRequest } from '../../../src/converser/words/models/provider.ts';
import { nativizeRequest } from '../../../src/dialects/anthropic-messages/nativize-request.ts';
import { normalizeRequest } from '../../../src/dialects/anthropic-messages/normalize-request.ts';
import { anyRequest } from '../any-history.ts';
import { plainHistory, tool } from './histories.ts';

const options = { model: 'claude', maxTokens: 1000 };
const timestamp = '2026-01-01T00:00:00.000Z';

describe('The format of Anthropic Messages', () => {
  it('loses nothing that it can carry', () => {
    fc.assert(
      fc.property(plainHistory, canisters => {
        const history = validHistory(canisters);
        const wire = nativizeRequest({ canisters: history, tools: [tool] }, options);
        const back = normalizeRequest(JSON.parse(JSON.stringify(wire)), { timestamp });
        assert.deepEqual(substance(back.canisters), substance(history));
        assert.deepEqual(back.tools, [tool]);
        assert.equal(back.stream, true);
        assert.deepEqual(back.options, { max_tokens: 1000 });
      }),
      { numRuns: 500 },
    );
  });

  it('is the same after it was written and read back', () => {
    fc.assert(
      fc.property(anyRequest, ({ canisters }) => {
        const request: ModelRequest = { canisters: validHistory(canisters), tools: [tool] };
        const once = nativizeRequest(request, { ...options, provider: 'test' });
        const twice = nativizeRequest(normalizeRequest(once, { timestamp }), options);
        assert.deepEqual(withoutNames(twice), withoutNames(once));
      }),
      { numRuns: 500 },
    );
  });

  it('throws only bad-arguments, whatever a client sends', () => {
    const word = fc.constantFrom(
      ...['text', 'image', 'document', 'tool_use', 'tool_result', 'thinking', 'base64', 'url', 'x'],
    );
    const value = fc.oneof(word, fc.jsonValue({ maxDepth: 1 }));
    const source = fc.record({ type: word, data: value, url: value }, { requiredKeys: [] });
    const block = fc.record(
      { type: word, text: value, source: fc.oneof(value, source), id: value, name: value, content: value },
      { requiredKeys: [] },
    );
    const role = fc.constantFrom('user', 'assistant', 'system');
    const message = fc.record({ role, content: fc.oneof(value, fc.array(block)) });
    const body = fc.record(
      {
        model: fc.constant('m'),
        messages: fc.array(message),
        tools: value,
        tool_choice: value,
        system: value,
      },
      { requiredKeys: ['model', 'messages'] },
    );
    fc.assert(
      fc.property(body, sent => {
        try {
          normalizeRequest(sent, { timestamp });
        } catch (cause) {
          assert.equal(cause instanceof ConverserError && cause.code, 'bad-arguments', String(cause));
        }
      }),
      { numRuns: 500 },
    );
  });

  it('keeps the previous request as the start of the next', () => {
    fc.assert(
      fc.property(plainHistory, plainHistory, (before, added) => {
        const first = unmarked(send(before)).messages;
        const next = unmarked(send([...before, ...renamed(added)])).messages;
        // What ends a request may be added to; all else stays.
        assert.deepEqual(next.slice(0, first.length - 1), first.slice(0, -1));
      }),
    );
  });
});

function send(canisters: readonly Canister[]): Anthropic.MessageCreateParamsStreaming {
  return nativizeRequest({ canisters: validHistory(canisters), tools: [tool] }, options);
}

function renamed(canisters: readonly Canister[]): readonly Canister[] {
  return canisters.map(canister => ({
    ...canister,
    id: `next-${canister.id}`,
    ...(isResult(canister) ? { invocationId: `next-${canister.invocationId}` } : {}),
  })) as readonly Canister[];
}

function unmarked<T>(value: T): T {
  return JSON.parse(JSON.stringify(value, (key, inner) => (key === 'cache_control' ? undefined : inner)));
}

const withoutNames = unmarked;

/** What was said by whom, in order, without how it was divided into canisters. */
function substance(canisters: readonly Canister[]): readonly JsonValue[] {
  return canisters.flatMap((canister): readonly JsonValue[] => {
    if (isInvocation(canister)) return [['call', canister.id, wireName(canister), canister.arguments]];
    const said = canister.content.flatMap(part => substanceOf(part));
    if (isResult(canister)) return [['result', canister.invocationId, !canister.failure, said]];
    const side = canister.role === 'document' ? 'user' : canister.role;
    return said.map(part => [side, part]);
  });
}

function substanceOf(part: Content): readonly JsonValue[] {
  switch (part.type) {
    case 'text':
      return [part.text];
    case 'image':
      return [[part.mimeType, [...part.bytes]]];
    case 'resource':
      return [[part.uri, part.text ?? '', [...(part.bytes ?? [])]]];
    case 'opaque':
      return [['opaque', part.provider, part.data as JsonObject]];
  }
}
