import assert from 'node:assert/strict';
import fc from 'fast-check';
import { repairArguments } from '../../../../src/converser/call/arguments/repair-arguments.ts';
import type { JsonObject, JsonSchema } from '../../../../src/converser/ground/json/json.ts';

function accepts(written: unknown, expected: JsonObject, schema: JsonSchema = {}) {
  assert.deepEqual(repairArguments(written, schema), { kind: 'arguments', arguments: expected });
}

function refuses(written: unknown, reason: RegExp, schema: JsonSchema = {}) {
  const repaired = repairArguments(written, schema);
  assert.equal(repaired.kind, 'malformed');
  if (repaired.kind === 'malformed') assert.match(repaired.reason, reason);
}

function property(value: JsonSchema, more: JsonSchema = {}): JsonSchema {
  return { type: 'object', properties: { value }, ...more };
}

describe('repairing arguments', () => {
  it('takes nothing at all for no arguments', () => {
    for (const nothing of [undefined, null, '', ' \n', 'null', '{}', {}]) accepts(nothing, {});
  });

  it('takes null for an optional argument for none, where no null is allowed', () => {
    const text = { type: 'string' };
    const none = (value: JsonSchema, more: JsonSchema = {}) =>
      accepts({ value: null, a: 1 }, { a: 1 }, property(value, more));
    const kept = (value: JsonSchema, more: JsonSchema = {}) =>
      accepts({ value: null }, { value: null }, property(value, more));
    for (const value of [text, { type: ['integer', 'string'] }, { enum: ['x'] }, { $ref: '#/$defs/t' }])
      none(value, { $defs: { t: text } });
    none({ anyOf: [text, { type: 'array' }] });
    accepts(
      '{"value": {"inner": null}}',
      { value: {} },
      property(property(text, { properties: { inner: text } })),
    );
    accepts(
      { value: [{ inner: null }] },
      { value: [{}] },
      property({ items: { properties: { inner: text } } }),
    );
    kept(text, { required: ['value'] });
    for (const value of [
      {},
      { type: ['string', 'null'] },
      { enum: ['x', null] },
      { type: 'string', nullable: true },
    ])
      kept(value);
    kept({ anyOf: [text, { type: 'null' }] });
    accepts({ other: null }, { other: null }, { additionalProperties: text });
  });

  it('reads JSON in a JSON string, also more than once', () => {
    const json = '{"a": "b\\n\\"c\\""}';
    accepts(JSON.stringify(json), { a: 'b\n"c"' });
    accepts(JSON.stringify(JSON.stringify(json)), { a: 'b\n"c"' });
  });

  it('reads quotes of the other kind, names without quotes, trailing commas and words of Python', () => {
    accepts("{'a': 'it\\'s \"x\"', b: [1, 2,], c: True, d: None, e: False,}", {
      a: 'it\'s "x"',
      b: [1, 2],
      c: true,
      d: null,
      e: false,
    });
  });

  it('reads escapes as they are meant, also halves of a character', () => {
    accepts("{'a': '\\u00e9\\ud83d\\ude00\\n\\/\\\\',}", { a: 'é😀\n/\\' });
  });

  it('reads what stands in a code fence, and line breaks inside a text', () => {
    accepts('```json\n{"a": "one\ntwo\tthree"}\n```', { a: 'one\ntwo\tthree' });
    accepts('```\n{"a": "``` stays"}```', { a: '``` stays' });
  });

  it('leaves the inside of a text as it is, whatever it looks like', () => {
    const texts = ["{'x': True,}", '// no comment', 'a,]', 'None', '```json', "it's", 'x: 1', '“”', '\\d'];
    for (const text of texts) accepts(`{'a': ${JSON.stringify(text)},}`, { a: text });
  });

  it('refuses what stops in the middle', () => {
    const cuts = ['{', '{"a"', '{"a": "b', '{"a": [1, 2', '{"a": {"b": 1}', '"{\\"a\\": 1', "{'a': 'b"];
    for (const cut of cuts) refuses(cut, /^they are incomplete$/);
  });

  it('refuses what has more than one reading, and says why', () => {
    refuses('{"a": "say "hi" to them"}', /"hi" is outside quotation marks/);
    refuses('{"a": "C:\\Users\\new"}', /backslash/);
    refuses('{"a": "\\d+\\b"}', /backslash/);
    refuses('{"a": 1} {"a": 2}', /^they aren’t valid JSON$/);
    refuses('{"a": "x" "y"}', /^they aren’t valid JSON$/);
    refuses('{"a": 1, , "b": 2}', /^they aren’t valid JSON$/);
    refuses('{,}', /^they aren’t valid JSON$/);
    refuses('{"a": 1]', /^they aren’t valid JSON$/);
    refuses('{"a": 01}', /outside quotation marks/);
    refuses('{"a": NaN}', /NaN/);
    refuses('Here you are: {"a": 1}', /Here/);
  });

  it('refuses what isn’t an object, and keeps what was written', () => {
    for (const written of ['[1]', '5', 'true', '"\\"x\\""']) {
      const repaired = repairArguments(written, {});
      assert.equal(repaired.kind, 'malformed');
      if (repaired.kind === 'malformed') assert.equal(repaired.text, written);
    }
    refuses([1], /^they aren’t a JSON object$/);
    refuses(5n, /^they aren’t a JSON object$/);
  });

  it('unwraps strings where the schema wants no string', () => {
    accepts({ value: '5' }, { value: 5 }, property({ type: 'integer' }));
    accepts({ value: '2.5' }, { value: 2.5 }, property({ type: 'number' }));
    accepts({ value: 'True' }, { value: true }, property({ type: 'boolean' }));
    const list = (type: string) => property({ type: 'array', items: { type } });
    accepts({ value: '["a", "5"]' }, { value: ['a', '5'] }, list('string'));
    accepts({ value: ['1', 2] }, { value: [1, 2] }, list('integer'));
    accepts({ value: '2' }, { value: 2 }, property({ enum: [1, 2] }));
    accepts({ value: '2' }, { value: 2 }, property({ const: 2 }));
    const all = { type: ['integer', 'string'], allOf: [{ minimum: 1, type: 'number' }] };
    accepts({ value: '2' }, { value: 2 }, property(all));
    accepts({ a: '2' }, { a: 2 }, { additionalProperties: { type: 'integer' } });
  });

  it('unwraps through references and alternatives', () => {
    const point = { type: 'object', properties: { x: { type: 'integer' } } };
    const expected = { value: { x: 1 } };
    const written = { value: '{"x": "1"}' };
    accepts(written, expected, property({ $ref: '#/$defs/point' }, { $defs: { point } }));
    accepts(written, expected, property({ anyOf: [point, { type: 'null' }] }));
    accepts(written, expected, property({ allOf: [{ description: 'a point' }, point] }));
    const either = { oneOf: [point, { type: 'object', properties: { x: { type: 'number' } } }] };
    accepts(written, expected, property(either));
    accepts({ value: 'null' }, { value: null }, property({ anyOf: [point, { type: 'null' }] }));
  });

  it('leaves strings alone where the schema allows strings, or where they read as something else', () => {
    const same = (value: string, schema: JsonSchema) => accepts({ value }, { value }, property(schema));
    same('5', { type: 'string' });
    same('5', { type: ['integer', 'string'] });
    same('5', {});
    same('null', { anyOf: [{ type: 'string' }, { type: 'null' }] });
    same('five', { type: 'integer' });
    same('5.5', { type: 'integer' });
    same('{"a": ', { type: 'object' });
    same('12345678901234567890', { type: 'integer' });
    same('5', { $ref: '#/$defs/missing' });
    same('5', { $ref: '#/properties/value' });
    same('5', { $ref: '#/%' });
  });

  it('keeps names that are special to JavaScript as plain data', () => {
    const repaired = repairArguments('{"__proto__": {"polluted": true}, "constructor": 1,}', property({}));
    assert.equal(repaired.kind, 'arguments');
    if (repaired.kind !== 'arguments') return;
    assert.deepEqual(Object.keys(repaired.arguments), ['__proto__', 'constructor']);
    assert.equal(Object.getPrototypeOf(repaired.arguments), Object.prototype);
    assert.equal(({} as Record<string, unknown>).polluted, undefined);
  });

  it('never changes valid JSON', () => {
    fc.assert(
      fc.property(fc.dictionary(fc.string(), fc.jsonValue()), fc.nat(3), (value, indent) => {
        const args = JSON.parse(JSON.stringify(value)) as JsonObject;
        accepts(JSON.stringify(args, null, indent), args);
        accepts(JSON.stringify(JSON.stringify(args)), args);
        assert.equal(repairArguments(args, {}).kind, 'arguments');
      }),
    );
  });

  it('never invents what is cut off', () => {
    fc.assert(
      fc.property(fc.dictionary(fc.string(), fc.jsonValue(), { minKeys: 1 }), fc.nat(), (value, at) => {
        const json = JSON.stringify(value);
        const cut = json.slice(0, 1 + (at % (json.length - 1)));
        assert.equal(repairArguments(cut, {}).kind, 'malformed');
      }),
    );
  });

  it('reads single quotes as double ones, and gives each text as it was written', () => {
    const plain = fc.string().map(one => one.replaceAll(/['\\]/g, ''));
    fc.assert(
      fc.property(fc.dictionary(plain, plain, { noNullPrototype: true }), value => {
        const entries = Object.entries(value).map(([key, one]) => `'${key}': '${one}',`);
        accepts(`{${entries.join(' ')}}`, value);
      }),
    );
  });

  it('takes time in proportion to what was written', () => {
    const long = `{'a': '${'x'.repeat(1_000_000)}', b: [${'1, '.repeat(100_000)}]}`;
    const repaired = repairArguments(long, {});
    assert.equal(repaired.kind, 'arguments');
  });
});
