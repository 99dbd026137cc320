import fc from 'fast-check';
import type { Canister } from '../../../src/converser/words/canister/canister.ts';
import { type Content, text } from '../../../src/converser/words/canister/content.ts';
import type { ToolDefinition } from '../../../src/converser/words/models/provider.ts';
import { callOf, canisterOf, resultOf } from '../canister-of.ts';

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

/** What the wire has a form for. */
const plain = {
  user: fc.array(fc.oneof(said, image, document), { minLength: 1, maxLength: 3 }),
  assistant: fc
    .tuple(fc.array(residue, { maxLength: 2 }), fc.array(said, { minLength: 1, maxLength: 2 }))
    .map(([before, after]) => [...before, ...after]),
  result: fc.array(fc.oneof(said, image, document), { minLength: 1, maxLength: 2 }),
  failed: fc.array(said, { minLength: 1, maxLength: 2 }),
  arguments: fc.dictionary(fc.string(), fc.oneof(fc.string(), fc.integer(), fc.boolean()), {
    noNullPrototype: true,
  }),
};

type Draft = (prefix: string) => readonly Canister[];

function round(): fc.Arbitrary<Draft> {
  const failure = { kind: 'execution', message: 'No.' } as const;
  const result = fc.oneof(
    plain.result.map(content => ({ content })),
    plain.failed.map(content => ({ content, failure })),
  );
  const call = fc.tuple(plain.arguments, result);
  const calls = fc.array(call, { minLength: 1, maxLength: 3 });
  return fc.tuple(plain.assistant, calls).map(([content, all]) => prefix => [
    canisterOf('assistant', `${prefix}-a`, ...content),
    ...all.map(([args], at) => callOf(`${prefix}-c${at}`, args)),
    ...all.map(([, result], at): Canister => ({ ...resultOf(`${prefix}-c${at}`), ...result })),
  ]);
}

function turn(): fc.Arbitrary<Draft> {
  const rounds = fc.array(round(), { maxLength: 2 });
  return fc.tuple(plain.user, rounds, plain.assistant).map(([asked, all, answered]) => prefix => [
    canisterOf('user', `${prefix}-u`, ...asked),
    ...all.flatMap((draft, at) => draft(`${prefix}-${at}`)),
    canisterOf('assistant', `${prefix}-f`, ...answered),
  ]);
}

/** Whole turns and a last question, all of it of a form that the wire has. */
export const plainHistory: fc.Arbitrary<readonly Canister[]> = fc
  .tuple(fc.array(turn(), { maxLength: 3 }), plain.user, visible)
  .map(([turns, question, instructions]) => [
    canisterOf('supervisor', 's', instructions),
    ...turns.flatMap((draft, at) => draft(`t${at}`)),
    canisterOf('user', 'q', ...question),
  ]);
