import fc from 'fast-check';
import type { JsonObject } from '../../../src/converser/ground/json/json.ts';
import { type Canister, ordinaryMarks } from '../../../src/converser/words/canister/canister.ts';
import type { Content } from '../../../src/converser/words/canister/content.ts';
import type { ToolDefinition } from '../../../src/converser/words/models/provider.ts';
import { anyCodePoint } from '../../any-code-point.ts';

const common = { timestamp: '2026-01-01T00:00:00.000Z', marks: ordinaryMarks };

export const tools: readonly ToolDefinition[] = [
  { name: 'files__read_file', description: 'Reads.', inputSchema: { type: 'object', properties: {} } },
];

/** Also with halves of characters. */
const anyText = fc.string({ unit: anyCodePoint, maxLength: 12 });
const text = anyText.map((value): Content => ({ type: 'text', mimeType: 'text/plain', text: value }));
const bytes = fc.uint8Array({ minLength: 1, maxLength: 8 });
const image = bytes.map((value): Content => ({ type: 'image', mimeType: 'image/png', bytes: value }));
const resource = fc.oneof(
  fc.record({ type: fc.constant('resource' as const), uri: fc.webUrl(), text: anyText }),
  fc.record({
    type: fc.constant('resource' as const),
    uri: fc.constant('file:///a.pdf'),
    mimeType: fc.constant('application/pdf'),
    bytes,
  }),
);
const content = fc.array(fc.oneof(text, image, resource), { maxLength: 3 });

const args = fc.dictionary(anyText, fc.jsonValue({ maxDepth: 2 }), { maxKeys: 3 });

type Step =
  | { readonly role: 'supervisor' | 'user' | 'assistant' | 'document'; readonly content: readonly Content[] }
  | { readonly role: 'round'; readonly calls: readonly (readonly [unknown, readonly Content[]])[] };

const step: fc.Arbitrary<Step> = fc.oneof(
  fc.record({
    role: fc.constantFrom('supervisor' as const, 'user' as const, 'document' as const, 'assistant' as const),
    content,
  }),
  fc.record({
    role: fc.constant('round' as const),
    calls: fc.array(fc.tuple(args, content), { minLength: 1, maxLength: 3 }),
  }),
);

/** Whole conversations: every call has its result. */
export const conversations: fc.Arbitrary<readonly Canister[]> = fc
  .array(step, { maxLength: 6 })
  .map(steps => steps.flatMap(canistersOf));

function canistersOf(step: Step, at: number): readonly Canister[] {
  if (step.role !== 'round') return [{ ...common, id: `s${at}`, role: step.role, content: step.content }];
  return [
    ...step.calls.map(
      ([written], call): Canister => ({
        ...common,
        id: `s${at}-c${call}`,
        role: 'invocation',
        ensemble: 'files',
        name: 'read_file',
        arguments: written as JsonObject,
        content: [],
      }),
    ),
    ...step.calls.map(
      ([, said], call): Canister => ({
        ...common,
        id: `s${at}-r${call}`,
        role: 'result',
        invocationId: `s${at}-c${call}`,
        content: said,
      }),
    ),
  ];
}
