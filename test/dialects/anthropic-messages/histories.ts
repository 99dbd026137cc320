import fc from 'fast-check';
import type { JsonObject } from '../../../src/converser/ground/json/json.ts';
import { type Canister, ordinaryMarks } from '../../../src/converser/words/canister/canister.ts';
import { type Content, text } from '../../../src/converser/words/canister/content.ts';
import type { ToolDefinition } from '../../../src/converser/words/models/provider.ts';

export const tool: ToolDefinition = {
  name: 'files__read_file',
  description: 'Reads a file.',
  inputSchema: { type: 'object', properties: { path: { type: 'string' } } },
};

const visible = fc.string({ unit: 'grapheme', minLength: 1 }).map(said => `${said}.`);
const bytes = fc.uint8Array({ minLength: 1, maxLength: 20 });
const imageType = fc.constantFrom('image/png', 'image/jpeg', 'image/gif', 'image/webp');
const said = visible.map(each => text(each));
const image = fc
  .tuple(imageType, bytes)
  .map(([mimeType, data]): Content => ({ type: 'image', mimeType, bytes: data }));
const document = fc.oneof(
  fc
    .tuple(visible, visible)
    .map(([uri, written]): Content => ({ type: 'resource', uri, mimeType: 'text/plain', text: written })),
  fc
    .tuple(visible, bytes)
    .map(([uri, data]): Content => ({ type: 'resource', uri, mimeType: 'application/pdf', bytes: data })),
);
const thinking = fc.oneof(
  fc
    .tuple(fc.string(), visible)
    .map(([thought, signature]) => ({ type: 'thinking', thinking: thought, signature })),
  visible.map(data => ({ type: 'redacted_thinking', data })),
);
const residue = thinking.map(
  (block): Content => ({ type: 'opaque', provider: 'anthropic', data: { block } }),
);

const noNull = { noNullPrototype: true };

/** What the wire has a form for, and what it has none for. */
const plain: Parts = {
  user: fc.array(fc.oneof(said, image, document), { minLength: 1, maxLength: 3 }),
  assistant: fc
    .tuple(fc.array(residue, { maxLength: 2 }), fc.array(said, { minLength: 1, maxLength: 2 }))
    .map(([before, after]) => [...before, ...after]),
  result: fc.array(fc.oneof(said, image, document), { minLength: 1, maxLength: 2 }),
  failed: fc.array(said, { minLength: 1, maxLength: 2 }),
  arguments: fc.dictionary(fc.string(), fc.oneof(fc.string(), fc.integer(), fc.boolean()), noNull),
};

const oddText = fc.constantFrom('', ' \n', '\ud83d', 'a\udc00b', 'ok');
const odd = fc.oneof(
  said,
  image,
  residue,
  oddText.map(each => text(each)),
  fc.constantFrom<Content>(
    { type: 'image', mimeType: 'image/tiff', bytes: new Uint8Array([1]) },
    { type: 'image', mimeType: 'image/png', bytes: new Uint8Array() },
    { type: 'resource', uri: 'file:///x' },
    { type: 'resource', uri: '', text: '' },
    { type: 'resource', uri: 'file:///x.zip', mimeType: 'application/zip', bytes: new Uint8Array([1, 2]) },
    { type: 'opaque', provider: 'openai', data: { id: 'rs_1' } },
    { type: 'opaque', provider: 'anthropic', data: 'nonsense' },
    {
      type: 'opaque',
      provider: 'anthropic',
      data: { block: { type: 'thinking', thinking: '', signature: 's' }, afterInvocations: 1 },
    },
  ),
);
const anything = fc.array(odd, { maxLength: 3 });
const wild: Parts = {
  user: anything,
  assistant: anything,
  result: anything,
  failed: anything,
  arguments: fc.dictionary(oddText, fc.oneof(oddText, fc.array(oddText)), noNull),
};

interface Parts {
  readonly user: fc.Arbitrary<readonly Content[]>;
  readonly assistant: fc.Arbitrary<readonly Content[]>;
  readonly result: fc.Arbitrary<readonly Content[]>;
  readonly failed: fc.Arbitrary<readonly Content[]>;
  readonly arguments: fc.Arbitrary<JsonObject>;
}

type Draft = (prefix: string) => readonly Canister[];

function common(id: string) {
  return { id, timestamp: '2026-01-01T00:00:00.000Z', marks: ordinaryMarks };
}

function round(parts: Parts): fc.Arbitrary<Draft> {
  const failure = { kind: 'execution', message: 'No.' } as const;
  const result = fc.oneof(
    parts.result.map(content => ({ content })),
    parts.failed.map(content => ({ content, failure })),
  );
  const call = fc.tuple(parts.arguments, result);
  const calls = fc.array(call, { minLength: 1, maxLength: 3 });
  return fc.tuple(parts.assistant, calls).map(([content, all]) => prefix => [
    { ...common(`${prefix}-a`), role: 'assistant', content },
    ...all.map(
      ([args], at): Canister => ({
        ...common(`${prefix}-c${at}`),
        role: 'invocation',
        ensemble: 'files',
        name: 'read_file',
        arguments: args,
        content: [],
      }),
    ),
    ...all.map(
      ([, result], at): Canister => ({
        ...common(`${prefix}-r${at}`),
        role: 'result',
        invocationId: `${prefix}-c${at}`,
        ...result,
      }),
    ),
  ]);
}

function turn(parts: Parts): fc.Arbitrary<Draft> {
  const rounds = fc.array(round(parts), { maxLength: 2 });
  return fc.tuple(parts.user, rounds, parts.assistant).map(([asked, all, answered]) => prefix => [
    { ...common(`${prefix}-u`), role: 'user', content: asked },
    ...all.flatMap((draft, at) => draft(`${prefix}-${at}`)),
    { ...common(`${prefix}-f`), role: 'assistant', content: answered },
  ]);
}

/** Whole turns and a last question, all of it of a form that the wire has. */
export const plainHistory: fc.Arbitrary<readonly Canister[]> = fc
  .tuple(fc.array(turn(plain), { maxLength: 3 }), plain.user, visible)
  .map(([turns, question, instructions]) => [
    { ...common('s'), role: 'supervisor', content: [text(instructions)] },
    ...turns.flatMap((draft, at) => draft(`t${at}`)),
    { ...common('q'), role: 'user', content: question },
  ]);

/** Canisters in any order, with some of their content broken, and some of their calls without a result. */
export const anyHistory: fc.Arbitrary<readonly Canister[]> = fc
  .tuple(fc.array(turn(wild), { maxLength: 3 }), fc.array(fc.nat(30), { maxLength: 4 }))
  .map(([turns, gaps]) =>
    turns.flatMap((draft, at) => draft(`t${at}`)).filter((_canister, at) => !gaps.includes(at)),
  );
