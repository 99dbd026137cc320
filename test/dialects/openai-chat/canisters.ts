import fc from 'fast-check';
import type { JsonObject } from '../../../src/converser/ground/json/json.ts';
import type { Canister } from '../../../src/converser/words/canister/canister.ts';
import type { Content } from '../../../src/converser/words/canister/content.ts';
import type { ToolDefinition } from '../../../src/converser/words/models/provider.ts';
import { anyCodePoint } from '../../any-code-point.ts';
import { callOf, canisterOf, type Role, resultOf } from '../canister-of.ts';

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
  | { readonly role: Role; readonly content: readonly Content[] }
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
  if (step.role !== 'round') return [canisterOf(step.role, `s${at}`, ...step.content)];
  return [
    ...step.calls.map(([written], call) => callOf(`s${at}-c${call}`, written as JsonObject)),
    ...step.calls.map(([, said], call) => resultOf(`s${at}-c${call}`, ...said)),
  ];
}
