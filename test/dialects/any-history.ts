import fc from 'fast-check';
import type { JsonObject, JsonSchema, JsonValue } from '../../src/converser/ground/json/json.ts';
import type { Canister, Failure, FailureKind } from '../../src/converser/words/canister/canister.ts';
import type { Content } from '../../src/converser/words/canister/content.ts';
import type { ModelRequest, ToolDefinition } from '../../src/converser/words/models/provider.ts';
import { anyCodePoint } from '../any-code-point.ts';
import { provokesRefusal } from '../fakes/wire-complaints.ts';
import { callOf, canisterOf, resultOf } from './canister-of.ts';
import { pngOf } from './images/image-headers.ts';

/**
 * Any sequence of canisters that trimming, marks, crashes, forks, editors of files and other providers may leave:
 * orphans of both kinds, results before their calls, ids used twice, halves of characters wherever a text stands,
 * many large images, questions that were refused, residue of anybody, and any end.
 */

const anyText = fc.oneof(
  { weight: 3, arbitrary: fc.string({ unit: anyCodePoint, maxLength: 8 }) },
  fc.constantFrom('', ' \n', '\ud83d', 'a\udc00b', '\udc00\ud83d', '𝒳', '__proto__', '</document>', '"\\'),
);
const anyJson: fc.Arbitrary<JsonValue> = fc.oneof(
  anyText,
  fc.integer(),
  fc.constant(null),
  fc.array(anyText),
);
const anyObject: fc.Arbitrary<JsonObject> = fc.dictionary(anyText, anyJson, { maxKeys: 3 });
const bytes = fc.uint8Array({ maxLength: 4 });
const mimeType = fc.oneof(
  fc.constantFrom('image/png', 'image/svg+xml', 'image/*', 'application/pdf', 'text/plain', ''),
  anyText,
);

/** The seals that the wires know, whole and damaged, of those who ask and of others. */
const owner = fc.constantFrom('test', 'test', 'other');
const anthropicBlock = fc.oneof(
  fc.record({ type: fc.constant('thinking'), thinking: anyText, signature: anyText }),
  fc.record({ type: fc.constant('redacted_thinking'), data: anyText }),
  fc.constant({ type: 'thinking' }),
  fc.constant({ type: 'server_tool_use', id: 'srv_1', name: 'web_search', input: {} }),
  fc.constant({ type: 'web_search_tool_result', tool_use_id: 'srv_1', content: [] }),
);
const residue: fc.Arbitrary<JsonValue> = fc.oneof(
  fc.record({ block: anthropicBlock, afterInvocations: fc.constantFrom(0, 1, 2) }),
  fc.record({
    dialect: fc.constant('openai-chat'),
    message: fc.record({ reasoning_details: fc.array(anyObject, { maxLength: 1 }) }),
    calls: fc.array(fc.record({ extra_content: anyObject }), { maxLength: 2 }),
    passing: fc.record({ reasoning_content: anyText }),
  }),
  fc.record({
    dialect: fc.constant('openai-responses'),
    item: fc.record(
      {
        id: fc.constantFrom('rs_1', 'rs_2'),
        type: fc.constantFrom('reasoning', 'reasoning', 'message'),
        summary: fc.constant([]),
        encrypted_content: anyText,
      },
      { requiredKeys: ['id', 'type', 'summary'] },
    ),
    afterCalls: fc.constantFrom<JsonValue>(0, 1, 2, 'x'),
  }),
  anyJson,
);

const anyPart: fc.Arbitrary<Content> = fc.oneof(
  fc.record({ type: fc.constant('text'), mimeType, text: anyText }),
  fc.record({ type: fc.constant('image'), mimeType, bytes }),
  fc.record(
    { type: fc.constant('resource'), uri: anyText, mimeType, text: anyText, bytes },
    { requiredKeys: ['type', 'uri'] },
  ),
  fc.record({ type: fc.constant('opaque'), provider: owner, data: residue }),
);
const anyContent = fc.array(anyPart, { maxLength: 3 });

/** Few, so that they meet; as we make them, and as a damaged file may hold them. */
const callIds = [
  ...['c1', 'c2', 'c3', 'x'.repeat(64), 'an id, of no wire \ud83d'],
  `call-${'0123456789ab'.repeat(3)}`,
];
const callId = fc.constantFrom(...callIds);
const marks = fc.record({ active: fc.constantFrom(true, true, true, false), pinned: fc.boolean() });
const timestamp = fc.constant('2026-01-01T00:00:00.000Z');
const common = { timestamp, marks, content: anyContent };
const anyName = fc.oneof(fc.constantFrom('read_file', '', 'a b', 'x'.repeat(200), 'naïve__x', '名'), anyText);
const kinds: FailureKind[] = ['validation', 'execution', 'timeout', 'cancelled', 'unknown-invoker'];
const kind = fc.constantFrom(...kinds);
const failure: fc.Arbitrary<Failure> = fc.record({ kind, message: anyText });

const anyCanister: fc.Arbitrary<Canister> = fc.oneof(
  fc.record({
    ...common,
    id: anyText,
    role: fc.constantFrom('supervisor', 'user', 'assistant', 'assistant', 'document'),
  }) as fc.Arbitrary<Canister>,
  fc.record(
    {
      ...common,
      id: callId,
      role: fc.constant('invocation'),
      ensemble: fc.oneof(fc.constantFrom('files', ''), anyText),
      name: anyName,
      arguments: anyObject,
      malformedArguments: anyText,
    },
    { requiredKeys: ['id', 'role', 'timestamp', 'marks', 'content', 'ensemble', 'name', 'arguments'] },
  ) as fc.Arbitrary<Canister>,
  fc.record(
    { ...common, id: anyText, role: fc.constant('result'), invocationId: callId, failure },
    { requiredKeys: ['id', 'role', 'timestamp', 'marks', 'content', 'invocationId'] },
  ) as fc.Arbitrary<Canister>,
);

/** On both sides of the limits of Anthropic. Made once: only their headers count. */
const pictures = [100, 2_000, 2_001, 2_400, 8_000, 8_001].map(side => pngOf(side, 100));
const picture: fc.Arbitrary<Content> = fc.oneof(
  fc.record({
    type: fc.constant('image'),
    mimeType: fc.constantFrom('image/png', 'image/jpeg'),
    bytes: fc.constantFrom(...pictures),
  }),
  fc.record({
    type: fc.constant('resource'),
    uri: fc.constant('file:///shot.png'),
    bytes: fc.constantFrom(...pictures),
  }),
);

/** Attached by the user, or returned by a tool that took one screenshot after the other. */
const manyPictures: fc.Arbitrary<readonly Canister[]> = fc
  .record({
    content: fc.array(picture, { minLength: 5, maxLength: 25, size: 'max' }),
    failure: fc.option(failure, { nil: undefined }),
    role: fc.constantFrom('user' as const, 'document' as const, 'result' as const),
    invocationId: callId,
  })
  .map(({ content, failure: failed, role, invocationId }): readonly Canister[] => {
    if (role !== 'result') return [canisterOf(role, 'shots', ...content)];
    const result = resultOf(invocationId, ...content);
    return [callOf(invocationId), failed === undefined ? result : { ...result, failure: failed }];
  });

/** A question that its provider refused, and everything after it for as long as it is sent. */
const refusedTurn: fc.Arbitrary<readonly Canister[]> = anyContent.map(content => {
  const interrupted = { kind: 'refused', message: 'No.' } as const;
  return [
    canisterOf('document', 'refused-file', ...content, provokesRefusal),
    canisterOf('user', 'refused-question', provokesRefusal, ...content),
    { ...canisterOf('assistant', 'refusal', '[Refused.]'), interrupted } as Canister,
  ];
});

const anyCanisters = fc
  .array(
    fc.oneof(
      { weight: 10, arbitrary: fc.tuple(anyCanister) },
      { weight: 1, arbitrary: manyPictures },
      { weight: 1, arbitrary: refusedTurn },
    ),
    { maxLength: 12 },
  )
  .map((parts): readonly Canister[] => parts.flat());

/** What is offered need not be what was called. */
const tool: ToolDefinition = {
  name: 'files__read_file',
  description: 'Reads a file.',
  inputSchema: { type: 'object', properties: { path: { type: 'string' } } },
};

/** Schemas as MCP servers were seen to send them, which some vendor rejects; all are valid in some draft. */
const looseSchema: fc.Arbitrary<JsonSchema> = fc.letrec<{ schema: JsonSchema; object: JsonSchema }>(tie => {
  const name = fc.oneof(
    fc.constantFrom('path', '$filter', 'filter', 'filter[id]', '__proto__', 'x'.repeat(70)),
    anyText,
  );
  const properties = fc.dictionary(name, tie('schema'), { maxKeys: 3 });
  const alternatives = fc.array(tie('object'), { minLength: 1, maxLength: 2 });
  const parts = { type: fc.constant('object'), properties, anyOf: alternatives, oneOf: alternatives };
  const more = { allOf: alternatives, not: tie('object'), required: fc.uniqueArray(name, { maxLength: 2 }) };
  const inner = { depthSize: 'small', withCrossShrink: true } as const;
  return {
    object: fc.oneof(
      { ...inner },
      fc.constant<JsonSchema>({ type: 'object', properties: {} }),
      fc.record({ ...parts, ...more }, { requiredKeys: ['type', 'properties'] }),
      fc.record({
        $ref: fc.constantFrom('#', '#/$defs/a', '#/$defs/b'),
        $defs: fc.record({ a: tie('object') }),
      }),
    ),
    schema: fc.oneof(
      { ...inner },
      fc.constantFrom<JsonSchema>({}, { type: 'string' }, { type: 'array' }, { type: ['array', 'null'] }),
      fc.constantFrom<JsonSchema>({ type: 'array', items: true }, { type: 'array', prefixItems: [{}] }),
      fc.record({ type: fc.constant('array'), items: tie('schema') }),
      fc.record({ items: fc.array(tie('schema'), { minLength: 1, maxLength: 2 }) }),
      fc.record({ anyOf: fc.array(tie('schema'), { minLength: 1, maxLength: 2 }) }),
      tie('object'),
    ),
  };
}).object;

const looseTool: fc.Arbitrary<ToolDefinition> = looseSchema.map(inputSchema => ({ ...tool, inputSchema }));

export const anyRequest: fc.Arbitrary<ModelRequest> = fc.record({
  canisters: anyCanisters,
  tools: fc.oneof(fc.constantFrom([], [tool]), fc.tuple(looseTool)),
  toolChoice: fc.constantFrom('auto', 'required'),
});
