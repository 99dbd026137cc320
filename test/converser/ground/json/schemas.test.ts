import assert from 'node:assert/strict';
import { Ajv } from 'ajv';
import { Ajv2020 } from 'ajv/dist/2020.js';
import formats from 'ajv-formats';
import fc from 'fast-check';
import { checkArguments } from '../../../../src/converser/call/arguments/check-arguments.ts';
import type { JsonObject, JsonSchema } from '../../../../src/converser/ground/json/json.ts';
import { isPlainSchema } from '../../../../src/converser/ground/json/plain-schema.ts';
import { compiledSize, mostCompiled } from '../../../../src/converser/ground/json/schema-size.ts';

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

const name = { type: 'string', minLength: 1 };

function referring(times: number, part: JsonObject): JsonSchema {
  const uses = Array.from({ length: times }, (_, at) => [`p${at}`, { $ref: '#/$defs/part' }]);
  return { type: 'object', properties: Object.fromEntries(uses), $defs: { part } };
}

describe('The size of a schema as it is compiled', () => {
  it('counts each part, and what is short again for each reference to it', () => {
    assert.equal(compiledSize({ type: 'object', properties: { name } }), 6);
    const once = compiledSize(referring(1, name));
    assert.equal(compiledSize(referring(11, name)) - once, 10 * (2 + compiledSize(name)));
    const properties = Object.fromEntries(Array.from({ length: 200 }, (_, at) => [at, true]));
    const long = { enum: ['a'], properties };
    assert.equal(compiledSize(referring(11, long)) - compiledSize(referring(1, long)), 10 * 2);
  });

  it('ends where a part refers to itself, and where a reference leads nowhere', () => {
    const properties = { inner: { items: { $ref: '#' } }, more: { $ref: '#/$defs/x' } };
    const tree = { type: 'object', properties };
    assert.ok(compiledSize(tree) < 40);
  });

  it('keeps a schema from being used that would take long to compile', async () => {
    const wide = (count: number) => {
      const names = Array.from({ length: count }, (_, at) => `p${at}`);
      return {
        type: 'object',
        properties: Object.fromEntries(names.map(each => [each, { type: 'string' }])),
      };
    };
    const checked = await checkArguments({}, wide(mostCompiled));
    assert.match(checked.valid ? '' : checked.complaint, /schema is invalid: it has more than 6,000 parts/);
    assert.deepEqual(await checkArguments({ p1: 'x' }, wide(500)), { valid: true });
  });
});
