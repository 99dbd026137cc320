import assert from 'node:assert/strict';
import { Ajv } from 'ajv';
import {
  isJsonObject,
  type JsonObject,
  type JsonSchema,
  type JsonValue,
} from '../../../src/converser/ground/json/json.ts';
import type { ToolDefinition } from '../../../src/converser/words/models/provider.ts';
import { contractSchema } from '../../../src/dialects/contract/reply-schema.ts';
import { simplifySchema } from '../../../src/dialects/contract/simplify-schema.ts';

const read = tool('files__read', {
  type: 'object',
  properties: { path: { type: 'string' }, lines: { type: 'integer' } },
  required: ['path'],
});
const roll = tool('chance__roll', { type: 'object', properties: {} });
const reading = { name: 'files__read', arguments: { path: 'a', lines: 2 } };
const rolling = { name: 'chance__roll', arguments: {} };

describe('The schema of a reply in the contract', () => {
  it('accepts only calls of the tools and the final answer', () => {
    const fits = checkerOf(contractSchema([read, roll]));
    const fitting = [{ calls: [reading, rolling] }, { answer: 'Done.' }];
    const others = [
      { calls: [] },
      { calls: [{ ...reading, name: 'gone' }] },
      { calls: [{ name: 'files__read', arguments: {} }] },
      { calls: [{ ...rolling, arguments: { path: 'a' } }] },
      { calls: [{ name: 'chance__roll' }] },
      { calls: [reading], answer: 'Done.' },
      {},
      'Done.',
    ];
    for (const reply of fitting) assert.ok(fits(reply), JSON.stringify(reply));
    for (const reply of others) assert.ok(!fits(reply), JSON.stringify(reply));
  });

  it('accepts no answer if a call is required, and one call if only one is allowed', () => {
    const required = checkerOf(contractSchema([read, roll], { toolChoice: 'required' }));
    assert.ok(required({ calls: [reading] }) && !required({ answer: 'No.' }));
    const single = checkerOf(contractSchema([read], { parallel: false }));
    assert.ok(single({ calls: [reading] }) && !single({ calls: [reading, reading] }));
  });

  it('puts the name of a tool before its arguments', () => {
    const { properties } = contractSchema([roll], { toolChoice: 'required' });
    const text = JSON.stringify(properties);
    assert.ok(text.indexOf('"name"') < text.indexOf('"arguments"'));
  });
});

/** Schemas as tools have them, arguments that fit them, and some that servers may be kept from. */
const schemas: Readonly<
  Record<string, { schema: JsonSchema; fitting: readonly JsonValue[]; kept?: readonly JsonValue[] }>
> = {
  'references, also into themselves': {
    schema: {
      type: 'object',
      properties: { tree: { $ref: '#/$defs/node' }, other: { $ref: '#/properties/tree' } },
      $defs: {
        node: { type: 'object', properties: { name: { type: 'string' }, child: { $ref: '#/$defs/node' } } },
      },
    },
    fitting: [{ tree: { name: 'a', child: { name: 'b', child: { name: 'c' } } }, other: {} }],
    kept: [{ tree: { name: 1 } }],
  },
  'references to nowhere and to elsewhere': {
    schema: {
      type: 'object',
      properties: { a: { $ref: '#/$defs/none' }, b: { $ref: 'https://example.com/schema' } },
    },
    fitting: [{ a: [1], b: 'x' }, { a: null }],
  },
  'patterns, formats and limits': {
    schema: {
      type: 'object',
      properties: {
        a: { type: 'string', pattern: '^a', minLength: 2, format: 'uri' },
        b: { type: 'number', minimum: 1, multipleOf: 2 },
        c: { type: 'array', items: { type: 'string' }, minItems: 1, maxItems: 900, uniqueItems: true },
      },
    },
    fitting: [{ a: 'ab:c', b: 4, c: ['x'] }],
    kept: [{ a: 1 }, { c: [1] }, { d: 1 }],
  },
  choices: {
    schema: {
      type: 'object',
      properties: {
        a: { anyOf: [{ type: 'string' }, { type: 'null' }] },
        b: { oneOf: [{ const: 1 }, { enum: ['x', 'y'] }] },
        c: { type: ['integer', 'null'] },
      },
      anyOf: [{ required: ['a'] }, { required: ['b'] }],
    },
    fitting: [{ a: null }, { b: 1 }, { b: 'y', c: null }],
    kept: [{ b: 'z' }, { c: 'x' }],
  },
  'empty lists of choices': {
    schema: {
      type: 'object',
      properties: { a: { type: 'string', anyOf: [] }, b: { type: 'number', oneOf: [], enum: [] } },
    },
    fitting: [{ a: 'x', b: 1 }],
    kept: [{ a: 1 }, { b: 'x' }],
  },
  'what cannot be followed': {
    schema: {
      type: 'object',
      properties: { a: { type: 'string' } },
      allOf: [{ properties: { b: { type: 'number' } }, required: ['b'] }],
    },
    fitting: [{ a: 'x', b: 1 }],
  },
  'maps and free objects': {
    schema: {
      type: 'object',
      properties: {
        env: { type: 'object', additionalProperties: { type: 'string' } },
        any: { type: 'object' },
        list: { type: 'array' },
        open: { type: 'object', properties: { a: { type: 'string' } }, additionalProperties: true },
        bare: {},
        yes: true,
      },
    },
    fitting: [
      { env: { A: 'b' }, any: { a: [1] }, list: [1, 'a', {}], open: { a: 'x', z: 1 }, bare: 5, yes: 'x' },
    ],
    kept: [{ env: { A: 1 } }],
  },
};

describe('The simplified schema of a tool', () => {
  for (const [what, { schema, fitting, kept = [] }] of Object.entries(schemas)) {
    it(`lets pass all that ${what} allow, in words that every server knows`, () => {
      const simple = simplifySchema(schema);
      assert.deepEqual(
        wordsOf(simple).filter(word => !plain.includes(word)),
        [],
      );
      const fits = checkerOf(simple);
      for (const args of fitting) assert.ok(fits(args), JSON.stringify(args));
      for (const args of kept) assert.ok(!fits(args), JSON.stringify(args));
    });
  }

  it('stays small if references multiply', () => {
    const levels = Array.from({ length: 30 }, (_, at) => [
      `l${at}`,
      {
        type: 'object',
        properties: { a: { $ref: `#/$defs/l${at + 1}` }, b: { $ref: `#/$defs/l${at + 1}` } },
      },
    ]);
    const schema = { $ref: '#/$defs/l0', $defs: Object.fromEntries(levels) as JsonObject };
    assert.ok(JSON.stringify(simplifySchema(schema)).length < 300_000);
  });
});

const plain = ['type', 'properties', 'required', 'additionalProperties', 'items', 'anyOf', 'enum'];

function wordsOf(schema: JsonValue | undefined): readonly string[] {
  if (!isJsonObject(schema)) return [];
  const { properties, items, additionalProperties, anyOf } = schema;
  const inner = isJsonObject(properties) ? Object.values(properties) : [];
  const choices = Array.isArray(anyOf) ? (anyOf as readonly JsonValue[]) : [];
  return [...Object.keys(schema), ...[...inner, ...choices, items, additionalProperties].flatMap(wordsOf)];
}

function checkerOf(schema: JsonSchema): (value: JsonValue) => boolean {
  const validate = new Ajv({ strict: false }).compile(schema);
  return value => validate(value) === true;
}

function tool(name: string, inputSchema: JsonSchema): ToolDefinition {
  return { name, description: `Does ${name}.`, inputSchema };
}
