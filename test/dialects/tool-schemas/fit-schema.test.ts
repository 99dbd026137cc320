import assert from 'node:assert/strict';
import type { JsonSchema } from '../../../src/converser/ground/json/json.ts';
import { fitSchema } from '../../../src/dialects/tool-schemas/fit-schema.ts';

const text = { type: 'string' };
const anything = { type: ['string', 'number', 'boolean', 'object', 'array', 'null'], items: {} };

function object(properties: JsonSchema, more: JsonSchema = {}): JsonSchema {
  return { type: 'object', properties, ...more };
}

describe('a schema that every vendor accepts', () => {
  it('is the same one if nothing has to be changed', () => {
    const choice = { anyOf: [{ type: 'array', items: text }, { type: 'null' }] };
    const schema = object({ choice, map: { type: 'object', additionalProperties: text } });
    assert.equal(fitSchema(schema), schema);
  });

  const cases: Readonly<Record<string, readonly [JsonSchema, JsonSchema]>> = {
    'has the type "object"': [{ properties: {} }, { properties: {}, type: 'object' }],
    'says of every array what it holds': [
      object(
        { a: { anyOf: [{ type: ['array', 'null'], maxItems: 2 }] } },
        { $defs: { b: { type: 'array' } } },
      ),
      object(
        { a: { anyOf: [{ type: ['array', 'null'], maxItems: 2, items: anything }] } },
        { $defs: { b: { type: 'array', items: anything } } },
      ),
    ],
    'says of a tuple what any of its items may be': [
      object({
        old: { items: [text, { type: 'number' }] },
        same: { type: 'array', items: [text, { type: 'string' }] },
        new: { type: 'array', prefixItems: [{ type: 'array' }], items: false },
      }),
      object({
        old: { items: { anyOf: [text, { type: 'number' }] } },
        same: { type: 'array', items: text },
        new: {
          type: 'array',
          prefixItems: [{ type: 'array', items: anything }],
          items: { type: 'array', items: anything },
        },
      }),
    ],
    'leaves alone what only looks like a schema': [
      object({ type: { const: { type: 'array' } }, items: { enum: [{ type: 'array' }] } }),
      object({ type: { const: { type: 'array' } }, items: { enum: [{ type: 'array' }] } }),
    ],
    'lists the properties of all alternatives at the top, and needs what all of them need': [
      object(
        { kind: text },
        {
          required: ['kind'],
          additionalProperties: false,
          oneOf: [
            object({ kind: { const: 'a' }, size: text, both: text }, { required: ['both', 'size'] }),
            object({ kind: { const: 'b' }, size: { type: 'number' }, both: text }, { required: ['both'] }),
          ],
        },
      ),
      object(
        { kind: text, size: { anyOf: [text, { type: 'number' }] }, both: text },
        { required: ['kind', 'both'], additionalProperties: false },
      ),
    ],
    'joins parts and references at the top': [
      object(
        {},
        {
          allOf: [{ $ref: '#/$defs/a' }, object({ b: text }, { required: ['b'] })],
          not: { required: ['c'] },
          $defs: { a: object({ a: text }, { required: ['a'], anyOf: [{ $ref: '#' }] }) },
        },
      ),
      object(
        { a: text, b: text },
        {
          $defs: { a: object({ a: text }, { required: ['a'], anyOf: [{ $ref: '#' }] }) },
          required: ['a', 'b'],
        },
      ),
    ],
    'needs only what it lists, where alternatives name the rest': [
      object({ a: text }, { anyOf: [{ required: ['a', 'z'] }] }),
      object({ a: text }, { required: ['a'] }),
    ],
  };
  for (const [behaviour, [given, expected]] of Object.entries(cases)) {
    it(behaviour, () => assert.deepEqual(fitSchema(given), expected));
  }

  it('is made in bounded time of alternatives that refer to each other', () => {
    const names = Array.from({ length: 20 }, (_none, at) => `d${at}`);
    const refs = names.map(name => ({ $ref: `#/$defs/${name}` }));
    const $defs = Object.fromEntries(
      names.map(name => [name, { anyOf: refs, properties: { [name]: text } }]),
    );
    const fit = fitSchema({ type: 'object', anyOf: refs, $defs });
    assert.deepEqual(Object.keys(fit.properties ?? {}).includes('d0'), true);
    assert.equal('anyOf' in fit, false);
  });
});
