import assert from 'node:assert/strict';
import { Ajv } from 'ajv';
import { Ajv2020 } from 'ajv/dist/2020.js';
import formats from 'ajv-formats';
import fc from 'fast-check';
import type { JsonObject } from '../../../../src/converser/ground/json/json.ts';
import { isPlainSchema } from '../../../../src/converser/ground/json/plain-schema.ts';

const keywords = [
  ...['title', 'description', 'format', 'default', 'const', 'examples', 'enum', 'type', 'properties'],
  ...['definitions', 'required', 'additionalProperties', 'items', 'anyOf', 'oneOf', 'allOf', 'not', '$ref'],
  ...['minimum', 'maximum', 'exclusiveMinimum', 'exclusiveMaximum', 'minLength', 'maxLength', 'minItems'],
  ...['$defs', 'maxItems', 'uniqueItems', 'pattern', 'prefixItems', 'toString', '__proto__'],
];

/** Schemas that are nearly right: usual keywords with values of which many do not fit. */
const { schema } = fc.letrec(tie => ({
  schema: fc.dictionary(fc.constantFrom(...keywords), tie('value'), {
    maxKeys: 3,
    depthIdentifier: 'schema',
  }),
  value: fc.oneof(
    { depthIdentifier: 'schema', maxDepth: 5 },
    fc.constantFrom('object', 'string', 'integer', '#/$defs/a', '#', '', 'text', -1, 0, 1, 1.5, true, null),
    fc.array(fc.constantFrom('object', 'array', 'a', 'b', 1), { maxLength: 3 }),
    tie('schema'),
    fc.array(tie('schema'), { maxLength: 2 }),
    fc.dictionary(fc.constantFrom('a', 'b'), tie('schema'), { maxKeys: 2 }),
  ),
}));

describe('A plain schema', () => {
  it('is valid by the schema of schemas, in the draft of 2020 and in draft-07 alike', () => {
    const drafts = [new Ajv2020({ strict: false, logger: false }), new Ajv({ strict: false, logger: false })];
    for (const checker of drafts) formats.default(checker);
    let plain = 0;
    fc.assert(
      fc.property(schema, generated => {
        const candidate = generated as JsonObject;
        if (!isPlainSchema(candidate)) return;
        plain++;
        for (const checker of drafts) {
          assert.equal(checker.validateSchema(candidate), true, JSON.stringify(candidate));
        }
      }),
      { numRuns: 5_000 },
    );
    assert.ok(plain > 500, `Only ${plain} of them were plain.`);
  });

  it('is what tools usually have', () => {
    const usual = {
      type: 'object',
      properties: {
        path: { type: 'string', description: 'Where.' },
        edits: { type: 'array', items: { type: 'object', properties: { oldText: { type: 'string' } } } },
        mode: { anyOf: [{ const: 'fast' }, { enum: ['slow', 'slower'] }], default: 'fast' },
        count: { type: ['integer', 'null'], minimum: 1, exclusiveMaximum: 100 },
      },
      required: ['path'],
      additionalProperties: false,
    };
    assert.ok(isPlainSchema(usual));
  });
});
