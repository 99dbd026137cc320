/** Schemas and arguments that would keep the host busy for ever, or run it out of memory. */

import assert from 'node:assert/strict';
import { Ajv2020 } from 'ajv/dist/2020.js';
import formats from 'ajv-formats';
import fc from 'fast-check';
import { checkArguments } from '../../src/converser/call/arguments/check-arguments.ts';
import { repairArguments } from '../../src/converser/call/arguments/repair-arguments.ts';
import { createCheckBudget } from '../../src/converser/ground/json/check-budget.ts';
import type { JsonObject, JsonSchema, JsonValue } from '../../src/converser/ground/json/json.ts';
import { checkArgumentsSchema } from '../../src/ensembles/descriptors/mistakes/check-arguments-schema.ts';
import { schemaTrouble } from '../../src/ensembles/mcp/manifest/repair-schema.ts';

/** What the check takes on a busy machine is a few seconds; what it must never take has no end. */
const forEver = 60_000;

const times = <T>(count: number, make: (index: number) => T): T[] =>
  Array.from({ length: count }, (_, at) => make(at));
const named = <T>(count: number, make: (index: number) => T) =>
  Object.fromEntries(times(count, at => [`p${at}`, make(at)]));
const list = (items: JsonValue, more: JsonObject = {}): JsonSchema => ({
  type: 'object',
  properties: { list: { type: 'array', items, ...more } },
});

/** A document as editors keep it: each node has a kind, and its content is a list of nodes of any kind. */
function documents(kinds: number): JsonSchema {
  const any = { oneOf: times(kinds, kind => ({ $ref: `#/$defs/kind${kind}` })) };
  const node = (kind: number) => ({
    type: 'object',
    properties: {
      type: { const: `kind${kind}` },
      text: { type: 'string' },
      level: { type: 'integer' },
      content: { type: 'array', items: any },
    },
    required: ['type'],
    additionalProperties: false,
  });
  const defs = Object.fromEntries(times(kinds, kind => [`kind${kind}`, node(kind)]));
  return { type: 'object', properties: { document: any }, required: ['document'], $defs: defs };
}

function tree(depth: number, width: number): JsonObject {
  const content = depth === 0 ? {} : { content: times(width, () => tree(depth - 1, width)) };
  return { type: `kind${depth % 12}`, text: 'Some words', ...content };
}

function nest(depth: number, around: (inner: JsonValue) => JsonValue, innermost: JsonValue = {}): JsonValue {
  let value = innermost;
  for (let level = 0; level < depth; level++) value = around(value);
  return value;
}

async function verdict(schema: JsonSchema, args: JsonObject): Promise<string> {
  const repaired = repairArguments(args, schema);
  if (repaired.kind === 'malformed') return repaired.reason;
  const checked = await checkArguments(repaired.arguments, schema);
  return checked.valid ? 'valid' : checked.complaint;
}

describe('schemas that need much', function () {
  this.timeout(forEver);

  it('are held against a document of twelve kinds of nodes at once, right or wrong', async () => {
    const schema = documents(12);
    const right = tree(6, 3);
    assert.equal(await verdict(schema, { document: right }), 'valid');
    assert.equal(await verdict(schema, { document: JSON.stringify(right) }), 'valid');
    const deep = tree(12, 1);
    assert.equal(await verdict(schema, { document: deep }), 'valid');
    const wrong = nest(12, inner => ({ type: 'kind1', content: [inner] }), { type: 'kind99' });
    assert.match(await verdict(schema, { document: wrong }), /^the argument "document/);
  });

  it('unwrap what was written as text, at any depth of a document', () => {
    const inner = { type: 'kind2', level: '3' };
    const repaired = repairArguments(
      { document: { type: 'kind1', content: [JSON.stringify({ type: 'kind3', content: [inner] })] } },
      documents(12),
    );
    assert.deepEqual(repaired, {
      kind: 'arguments',
      arguments: {
        document: { type: 'kind1', content: [{ type: 'kind3', content: [{ type: 'kind2', level: 3 }] }] },
      },
    });
  });

  it('find equal items among fifty thousand objects', async () => {
    const schema = list({ type: 'object' }, { uniqueItems: true });
    const items = times(50_000, at => ({ at, deep: { b: at, a: [at] } }));
    assert.equal(await verdict(schema, { list: items }), 'valid');
    const twice = [...items, { deep: { a: [7], b: 7 }, at: 7 }];
    assert.match(
      await verdict(schema, { list: twice }),
      /must NOT have duplicate items \(items ## 7 and 50000/,
    );
    const texts = times(50_000, at => `item ${at}`);
    assert.equal(await verdict(list(true, { uniqueItems: true }), { list: texts }), 'valid');
  });

  it('name the first mistakes of very many', async () => {
    const first = /^the argument "list.0" must be string, but is 0; the argument "list.1" must be string/;
    assert.match(await verdict(list({ type: 'string' }), { list: times(1_000_000, at => at) }), first);
    const referred = { ...list({ $ref: '#/$defs/text' }), $defs: { text: { type: 'string' } } };
    assert.match(await verdict(referred, { list: times(100_000, at => at) }), first);
  });

  it('let through long lists that are right, also as the second of two alternatives', async () => {
    const numbers = times(300_000, at => at);
    assert.equal(await verdict(list({ type: 'integer' }), { list: numbers }), 'valid');
    const either = { anyOf: [{ items: { type: 'string' } }, { items: { type: 'integer' } }] };
    const schema = { type: 'object', properties: { list: { type: 'array', ...either } } };
    assert.equal(await verdict(schema, { list: numbers.slice(0, 20_000) }), 'valid');
  });

  it('may refer to themselves as a whole', async () => {
    for (const more of [{}, { $id: 'https://example.com/tree' }, { title: 'x', $comment: 'not plain' }]) {
      for (const text of [{ type: 'string' }, { type: 'string', pattern: '^a' }]) {
        const properties = { inner: { $ref: '#' }, others: { type: 'array', items: { $ref: '#' } }, text };
        const schema = { type: 'object', properties, additionalProperties: false, ...more };
        assert.equal(await verdict(schema, { inner: { others: [{ text: 'a' }] } }), 'valid');
        assert.match(
          await verdict(schema, { inner: { others: [{ text: 1 }] } }),
          /"inner.others.0.text" must be/,
        );
        assert.equal(await schemaTrouble(schema), undefined);
      }
    }
    const dynamic = { $dynamicAnchor: 'node', properties: { inner: { $dynamicRef: '#node' } } };
    const closed = { type: 'object', ...dynamic, unevaluatedProperties: false };
    assert.equal(await verdict(closed, { inner: { inner: {} } }), 'valid');
    assert.match(await verdict(closed, { inner: { outer: {} } }), /"inner.outer" is unknown/);
  });
});

/** Each would take for ever, or more than there is, if nothing were counted. */
const endless: Readonly<Record<string, () => readonly [JsonSchema, JsonObject]>> = {
  'references that double with each step': () => {
    const defs = named(60, at => ({
      allOf: times(2, () => ({ $ref: `#/$defs/p${at + 1}` })),
      minProperties: 0,
    }));
    return [
      { type: 'object', $ref: '#/$defs/p0', unevaluatedProperties: false, $defs: { ...defs, p60: {} } },
      {},
    ];
  },
  'names that double with each step': () => {
    const part = (at: number) => ({
      $anchor: `a${at}`,
      anyOf: times(2, () => ({ $dynamicRef: `#a${at + 1}` })),
    });
    const defs = { ...named(40, part), p40: { $anchor: 'a40', type: 'null' } };
    return [{ type: 'object', $dynamicRef: '#a0', $defs: defs }, {}];
  },
  'a recursion by name with two ways at each level': () => {
    const both = times(2, () => ({ properties: { a: { $dynamicRef: '#node' } } }));
    const deep = nest(60, a => ({ a })) as JsonObject;
    return [{ $dynamicAnchor: 'node', type: 'object', anyOf: both, unevaluatedProperties: false }, deep];
  },
  'a recursion with two ways at each level, where what was looked at counts': () => {
    const both = times(2, () => ({ properties: { a: { $ref: '#' } } }));
    return [
      { type: 'object', allOf: both, unevaluatedProperties: false },
      nest(60, a => ({ a })) as JsonObject,
    ];
  },
  'a part that is itself': () => [{ allOf: [{ $ref: '#' }, { $ref: '#' }] }, {}],
  'two parts that are each other': () => [
    { $ref: '#/$defs/a', $defs: { a: { $ref: '#/$defs/b' }, b: { $ref: '#/$defs/a' } } },
    {},
  ],
  'thirty thousand properties': () => [
    { type: 'object', properties: named(30_000, () => ({ type: 'string' })) },
    {},
  ],
  'thirty thousand alternatives': () => [{ anyOf: times(30_000, at => ({ required: [`p${at}`] })) }, {}],
  'a part that is written out three thousand times': () => {
    const part = { properties: named(40, () => ({ type: 'string' })) };
    return [{ properties: named(3_000, () => ({ $ref: '#/$defs/part' })), $defs: { part } }, {}];
  },
  'a schema that is ten thousand levels deep': () => [nest(10_000, items => ({ items })) as JsonObject, {}],
  'many values against many allowed ones': () => [
    list({ enum: times(2_000, at => ({ at })) }),
    { list: times(50_000, at => ({ at: at % 2_000 })) },
  ],
  'long texts against many limits': () => [
    list({ anyOf: times(500, at => ({ minLength: 10_000_000 + at })) }),
    { list: times(50, () => 'x'.repeat(100_000)) },
  ],
  'many objects that each lack many names': () => [
    list({ required: times(2_000, at => `p${at}`) }),
    { list: times(20_000, () => ({})) },
  ],
  'many names that are unknown many times': () => [
    { anyOf: times(300, at => ({ properties: { [`a${at}`]: {} }, additionalProperties: false })) },
    named(50_000, () => 0),
  ],
  'many names against names in many alternatives': () => [
    { anyOf: times(500, () => ({ propertyNames: { maxLength: 1 } })) },
    named(50_000, () => 0),
  ],
  'what was looked at, collected many times': () => [
    {
      allOf: times(800, () => ({ $ref: '#/$defs/any' })),
      unevaluatedProperties: false,
      $defs: {
        any: { anyOf: [{ additionalProperties: true }, { $ref: '#/$defs/none' }] },
        none: { $ref: '#/$defs/x' },
        x: {},
      },
    },
    named(50_000, () => 0),
  ],
  'lists of equal items in many alternatives': () => [
    { properties: { list: { anyOf: times(500, () => ({ uniqueItems: true, maxItems: 1 })) } } },
    { list: times(50_000, at => [at]) },
  ],
  'one wrong item in each of many lists of kinds': () => {
    const schema = documents(12);
    const around = (inner: JsonValue) => ({
      type: 'kind1',
      content: [{ type: 'kind2' }, inner, { type: 'x' }],
    });
    return [schema, { document: nest(30, around, {}) }];
  },
};

describe('schemas and arguments that would take for ever', function () {
  this.timeout(forEver);

  for (const [name, make] of Object.entries(endless)) {
    it(`end with a complaint: ${name}`, async () => {
      const [schema, args] = make();
      const said = await verdict(schema, args);
      assert.match(said, /^(?:it takes too long to check|the tool can’t be called, because|the arguments? )/);
      assert.doesNotMatch(said, /call stack/);
      assert.ok(said.length < 5_000);
    });

    it(`do not keep a server's tools from being listed: ${name}`, async () => {
      const [schema] = make();
      assert.match((await schemaTrouble(schema)) ?? 'none', /^(?:none|Its input schema )/);
    });
  }

  it('leave time for others between two long checks', async () => {
    const [schema, args] = endless['a recursion by name with two ways at each level']?.() ?? [{}, {}];
    let turns = 0;
    const timer = setInterval(() => turns++, 0);
    await Promise.all(times(3, () => verdict(schema, args)));
    clearInterval(timer);
    assert.ok(turns > 0);
  });

  it('are no schemas for the tools of a descriptor either', async () => {
    const place = { document: { diagnose: () => ({}) }, path: [] } as never;
    const [schema] = endless['thirty thousand properties']?.() ?? [{}];
    const [first, ...others] = await checkArgumentsSchema(schema, place);
    assert.match(first?.message ?? '', /more than 6,000 parts/);
    assert.deepEqual(others, []);
  });
});

describe('what is counted', () => {
  it('begins anew with each check', () => {
    const budget = createCheckBudget();
    const whole = budget.left;
    budget.left = -1;
    budget.start({ remembers: true });
    assert.equal(budget.left, whole);
    const value = {};
    assert.equal(budget.recall('#/a', value), undefined);
    budget.remember('#/a', value, null);
    assert.deepEqual(budget.recall('#/a', value), []);
    assert.equal(budget.recall('#/b', value), undefined);
    budget.start({ remembers: true });
    assert.equal(budget.recall('#/a', value), undefined);
    budget.start({ remembers: false });
    budget.remember('#/a', value, null);
    assert.equal(budget.recall('#/a', value), undefined);
  });
});

/** Schemas of all kinds, which may refer to two parts of themselves. */
const { schema: anySchema } = fc.letrec<{ schema: JsonValue; value: JsonValue }>(tie => {
  const schema = tie('schema') as fc.Arbitrary<JsonValue>;
  const schemas = fc.array(schema, { minLength: 1, maxLength: 3 });
  const keys = fc.constantFrom('a', 'b', 'c');
  const one = (keyword: string, value: fc.Arbitrary<JsonValue>) => value.map(made => ({ [keyword]: made }));
  const flag = fc.boolean();
  const small = fc.nat(3);
  const names = fc.uniqueArray(keys, { minLength: 1 });
  const properties = fc.dictionary(keys, schema, { minKeys: 1, noNullPrototype: true });
  const leaf = fc.oneof(
    one('type', fc.constantFrom('object', 'array', 'string', 'integer', 'null')),
    one('$ref', fc.constantFrom('#', '#/$defs/x', '#/$defs/y')),
    one('enum', fc.constant([1, 'a', {}, null])),
    one('const', fc.constantFrom<JsonValue>(1, 'a', [], { a: 1 })),
    ...['minProperties', 'maxItems', 'minLength'].map(keyword => one(keyword, small)),
    one('uniqueItems', flag),
    one('required', names),
    one('format', fc.constantFrom('date', 'email')),
  );
  const deep = fc.oneof(
    ...['allOf', 'anyOf', 'oneOf', 'prefixItems'].map(keyword => one(keyword, schemas)),
    ...['not', 'items', 'contains', 'propertyNames', 'additionalProperties'].map(keyword =>
      one(keyword, schema),
    ),
    ...['unevaluatedProperties', 'unevaluatedItems'].map(keyword => one(keyword, flag)),
    one('properties', properties),
    one('dependentSchemas', properties),
    fc.tuple(schema, schema, schema).map(([first, second, third]) =>
      Object.fromEntries([
        ['if', first],
        ['then', second],
        ['else', third],
      ]),
    ),
  );
  return {
    schema: fc.oneof(
      { depthSize: 'small', withCrossShrink: true },
      fc.oneof(leaf, flag),
      fc.tuple(leaf, deep).map(([first, second]) => ({ ...first, ...second })),
      deep,
      fc.tuple(deep, deep).map(([first, second]) => ({ ...first, ...second })),
    ) as fc.Arbitrary<JsonValue>,
    value: fc.constant(null),
  };
});

const { value: anyValue } = fc.letrec<{ value: JsonValue }>(tie => ({
  value: fc.oneof(
    { depthSize: 'small' },
    fc.constantFrom<JsonValue>(1, 2, 'a', 'abc', null, true, '2026-11-23'),
    fc.array(tie('value') as fc.Arbitrary<JsonValue>, { maxLength: 3 }),
    fc.dictionary(fc.constantFrom('a', 'b', 'c'), tie('value') as fc.Arbitrary<JsonValue>, {
      noNullPrototype: true,
    }),
  ) as fc.Arbitrary<JsonValue>,
}));

const unchecked = { strict: false, allErrors: true, validateSchema: false, logger: false } as const;

describe('schemas of all kinds', function () {
  this.timeout(forEver);

  it('let nothing through where ajv writes code that does not run', async () => {
    const schema = {
      const: 1,
      if: {
        if: { const: 1 },
        // biome-ignore lint/suspicious/noThenProperty: it is a keyword of schemas
        then: { unevaluatedProperties: false, prefixItems: [{ minLength: 0 }] },
        else: { enum: [1] },
        not: true,
      },
      // biome-ignore lint/suspicious/noThenProperty: it is a keyword of schemas
      then: { const: 1 },
      else: { minLength: 0 },
    };
    const plain = new Ajv2020(unchecked);
    assert.throws(() => plain.compile(schema)({ a: [] }), ReferenceError);
    assert.equal((await checkArguments({ a: [] }, schema)).valid, false);
  });

  it('get the verdict that the checker gives where nothing is counted', async () => {
    const seen = { valid: 0, invalid: 0 };
    await fc.assert(
      fc.asyncProperty(anySchema, anySchema, anySchema, anyValue, async (root, x, y, value) => {
        const schema = { ...(root as JsonObject), $defs: { x, y } };
        const args = { a: value };
        const expected = plainVerdict(schema, args);
        const checked = await checkArguments(args, schema);
        seen[checked.valid ? 'valid' : 'invalid']++;
        if (expected === undefined) return;
        assert.equal(checked.valid, expected, JSON.stringify([schema, args, checked]));
      }),
      { numRuns: 400 },
    );
    assert.ok(seen.valid > 50 && seen.invalid > 50, JSON.stringify(seen));
  });
});

/**
 * Nothing for a schema that refers to itself without end, of which JSON Schema does not say what it means, and for one for
 * which ajv writes code that does not run.
 */
function plainVerdict(schema: JsonSchema, args: JsonObject): boolean | undefined {
  const plain = formats.default(new Ajv2020({ ...unchecked, ownProperties: true }));
  try {
    return plain.compile(schema)(args);
  } catch (cause) {
    assert.ok(cause instanceof RangeError || cause instanceof ReferenceError, String(cause));
    return undefined;
  }
}
