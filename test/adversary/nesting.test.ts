/** What is nested so deeply that following it would overflow the stack. */

import assert from 'node:assert/strict';
import { repairArguments } from '../../src/converser/call/arguments/repair-arguments.ts';
import type { JsonObject, JsonValue } from '../../src/converser/ground/json/json.ts';
import { isNestedDeeper } from '../../src/converser/ground/json/nesting.ts';
import { converse } from '../../src/converser/turn/converse.ts';
import type { ResultCanister } from '../../src/converser/words/canister/canister.ts';
import { fromJson, toJson } from '../../src/converser/words/canister/canister-json.ts';
import { text, textOf } from '../../src/converser/words/canister/content.ts';
import { createConversation } from '../../src/converser/words/conversation/conversation.ts';
import type { ConverseEvent } from '../../src/converser/words/conversation/converse-event.ts';
import { argumentFields } from '../../src/dialects/call-arguments.ts';
import { normalizeResult } from '../../src/ensembles/mcp/calls/normalize-result.ts';
import { createFakeEnsemble } from '../fakes/fake-ensemble.ts';
import { createFakePorts } from '../fakes/fake-ports.ts';
import { answerChunks, chunk, startOpenAiServer } from '../fakes/openai-server.ts';
import { createScriptedModel, invokes } from '../fakes/scripted-model.ts';
import { eventsOf, runConverse, tempRoot } from '../terminal/run-converse.ts';

const depths = [65, 3_000, 100_000];

function nested(depth: number): JsonObject {
  let value: JsonValue = 1;
  for (let level = 0; level < depth; level++) value = level % 2 === 0 ? { a: value } : [value];
  return { a: value };
}

function nestedText(depth: number): string {
  return `${'{"a":'.repeat(depth + 1)}1${'}'.repeat(depth + 1)}`;
}

/** The results of one round of calls, and how the turn ended. */
async function turnWith(args: unknown, invocable: () => unknown = () => 'done') {
  const ensemble = createFakeEnsemble('any', { tool: invocable as () => JsonValue });
  const ports = await createFakePorts({ ensembles: [ensemble] });
  const model = createScriptedModel(invokes(['any:tool', args]));
  const options = { ports, model, signal: new AbortController().signal };
  const events: ConverseEvent[] = [];
  const turn = converse(createConversation('c'), { content: [text('Go.')] }, options);
  for await (const event of turn) events.push(event);
  const results = events.flatMap(event => (event.type === 'invocation-end' ? [event.canister] : []));
  return { end: events.at(-1), result: results[0] as ResultCanister, events };
}

const isFinal = (event: ConverseEvent | undefined) => event?.type === 'turn-end' && event.outcome === 'final';

describe('arguments that are nested too deeply', () => {
  it('are refused with the reason, as text and as an object, and the turn goes on', async () => {
    for (const written of depths.flatMap(depth => [
      nested(depth),
      nestedText(depth),
      JSON.stringify(nestedText(depth)),
    ])) {
      const { end, result, events } = await turnWith(written);
      assert.ok(isFinal(end));
      assert.equal(result.failure?.kind, 'validation');
      assert.match(result.failure?.message ?? '', /they are nested more than 64 levels deep/);
      for (const event of events) assert.doesNotThrow(() => JSON.stringify(event));
    }
  });

  it('pass where 64 levels are enough, whatever holds them', () => {
    assert.equal(repairArguments(nestedText(63), {}).kind, 'arguments');
    assert.equal(repairArguments(nestedText(64), {}).kind, 'malformed');
    const inText = { type: 'object', properties: { a: { type: 'object' } } };
    assert.equal(repairArguments({ a: nestedText(62) }, inText).kind, 'arguments');
    assert.equal(repairArguments({ a: nestedText(63) }, inText).kind, 'malformed');
  });

  it('stay text where a client sends them as history', () => {
    for (const depth of depths) {
      const written = nestedText(depth);
      assert.deepEqual(argumentFields(written), { arguments: {}, malformedArguments: written });
    }
    assert.deepEqual(argumentFields('{"a":{"a":1}}'), { arguments: { a: { a: 1 } } });
  });

  it('end no run in a terminal before its last event', async function () {
    this.timeout(120_000);
    await using root = await tempRoot({});
    for (const written of [nestedText(3_000), nestedText(100_000)]) {
      let asked = 0;
      const called = { name: 'workspace__read_file', arguments: written };
      const call = { index: 0, id: 'call-1', type: 'function', function: called };
      const server = await startOpenAiServer((response, received) =>
        asked++ === 0
          ? answerChunks([chunk({ tool_calls: [call] }), chunk({}, 'tool_calls')])(response, received)
          : answerChunks([chunk({ content: 'I see.' }), chunk({}, 'stop')])(response, received),
      );
      const place = ['--provider', 'openai', '--base-url', server.url, '--model', 'some-model'];
      const ran = await runConverse([...place, '--json', '--root', root.path, 'Read.']);
      await server.close();
      assert.deepEqual([ran.code, asked], [0, 2], ran.stderr);
      const events = eventsOf(ran);
      assert.ok(isFinal(events.at(-1)));
      const failed = events.find(event => event.type === 'invocation-end');
      assert.match(failed?.canister.failure?.message ?? '', /nested more than 64 levels deep/);
    }
  });
});

describe('results that are nested too deeply', () => {
  it('are failures that say so, whatever tool returns them', async () => {
    for (const depth of [1_001, 100_000]) {
      const { end, result } = await turnWith({}, () => nested(depth));
      assert.ok(isFinal(end));
      assert.match(result.failure?.message ?? '', /nested more than 1000 levels deep/);
      const structured = { content: [], structuredContent: nested(depth) };
      const read = await normalizeResult(structured, { tool: { name: 'forecast' }, hasTemplates: false });
      assert.match(
        JSON.stringify(read),
        /forecast ran, but its result can’t be read: it is nested more than 1000/,
      );
    }
    const { result } = await turnWith({}, () => nested(500));
    assert.equal(result.failure, undefined);
    assert.match(textOf(result.content), /^\{"a":/);
  });
});

describe('canisters that are nested deeply', () => {
  it('are written and read back, with their bytes', () => {
    for (const depth of [10, 3_000, 50_000]) {
      let value: unknown = { bytes: new Uint8Array([1, 2]), $bytes: [], none: null, gone: undefined };
      for (let level = 0; level < depth; level++) {
        value =
          level % 3 === 0 ? [value, 'x', undefined] : { $bytes: value, ...(level % 2 && { '"b': -0.5 }) };
      }
      const json = toJson(value);
      const read = fromJson<unknown>(json);
      assert.ok(isNestedDeeper(read, Math.min(depth, 2_000) - 1));
      assert.equal(toJson(read), json);
      let inner = read as { $bytes: unknown } | readonly unknown[];
      for (let level = 0; level < depth; level++)
        inner = (Array.isArray(inner) ? inner[0] : (inner as { $bytes: never }).$bytes) as typeof inner;
      assert.deepEqual(inner, { bytes: new Uint8Array([1, 2]), $bytes: [], none: null });
    }
  });
});
