import assert from 'node:assert/strict';
import { checkArguments } from '../../../../src/converser/call/arguments/check-arguments.ts';
import type { JsonObject, JsonSchema } from '../../../../src/converser/ground/json/json.ts';

async function complaint(args: JsonObject, schema: JsonSchema): Promise<string> {
  const checked = await checkArguments(args, schema);
  return checked.valid ? 'valid' : checked.complaint;
}

function property(value: JsonSchema, more: JsonSchema = {}): JsonSchema {
  return { type: 'object', properties: { value }, ...more };
}

const draft07 = 'http://json-schema.org/draft-07/schema#';

describe('checking arguments against their schema', () => {
  it('names what is missing, with its type and description', async () => {
    const schema = property({ type: 'string', description: 'What to say' }, { required: ['value'] });
    assert.equal(await complaint({}, schema), 'the argument "value" is missing (string: What to say)');
  });

  it('names what is not known, and what is', async () => {
    const schema = property({}, { additionalProperties: false });
    assert.equal(await complaint({ vlaue: 1 }, schema), 'the argument "vlaue" is unknown; known: value');
  });

  it('says what was expected and what came', async () => {
    const said = (schema: JsonSchema, value: JsonObject[string]) => complaint({ value }, property(schema));
    assert.equal(await said({ type: 'integer' }, 'x'), 'the argument "value" must be integer, but is "x"');
    assert.equal(await said({ minimum: 3 }, 2), 'the argument "value" must be >= 3, but is 2');
    const pattern = '^\\d+$';
    const unlike = await said({ pattern }, 'x');
    assert.equal(unlike, `the argument "value" must match pattern "${pattern}", but is "x"`);
    const values = ['a', 'b'];
    assert.equal(await said({ enum: values }, 'c'), 'the argument "value" must be one of "a", "b", not "c"');
    assert.equal(await said({ const: 1 }, 2), 'the argument "value" must be 1, not 2');
    assert.match(await said({ format: 'date' }, 'soon'), /must match format "date", but is "soon"/);
    assert.match(await said({ items: { properties: { a: { type: 'null' } } } }, [{ a: 1 }]), /"value.0.a"/);
  });

  it('reports a choice as a whole instead of what each alternative misses', async () => {
    const either = { anyOf: [{ type: 'integer' }, { type: 'object', required: ['a'] }] };
    assert.equal(
      await complaint({ value: 'x' }, property(either)),
      'the argument "value" must match one of (1) integer, (2) {"type":"object","required":["a"]}, but is "x"',
    );
    const one = { oneOf: [{ type: 'integer' }, { minimum: 3 }] };
    assert.equal(
      await complaint({ value: 4 }, property(one)),
      'the argument "value" matches more than one of (1) integer, (2) {"minimum":3}, but must match exactly one',
    );
  });

  it('shortens long values, and shows none that may be a secret', async () => {
    const long = await complaint({ value: '😀'.repeat(500) }, property({ type: 'integer' }));
    assert.ok(long.length < 150 && long.isWellFormed());
    const schema = { properties: { password: { type: 'integer' }, header: { type: 'integer' } } };
    const secret = await complaint({ password: 'hunter2', header: 'sk-abcdefghijklmnop' }, schema);
    assert.doesNotMatch(secret, /hunter2|abcdefgh/);
    assert.match(secret, /"password" must be integer, but is a hidden value of 9 characters/);
  });

  it('follows draft-07 where a schema says so, and 2020-12 otherwise', async () => {
    const pair = { items: [{ type: 'string' }, { type: 'integer' }] };
    const schema07 = { $schema: draft07, ...property(pair) };
    assert.equal(await complaint({ value: ['a', 1] }, schema07), 'valid');
    assert.match(await complaint({ value: ['a', 'b'] }, schema07), /"value.1" must be integer/);
    const schema2020 = property({ prefixItems: pair.items });
    assert.match(await complaint({ value: ['a', 'b'] }, schema2020), /"value.1" must be integer/);
  });

  it('reads a schema of an older draft that does not say so', async () => {
    const schema = property({ items: [{ type: 'string' }] });
    assert.match(await complaint({ value: [1] }, schema), /"value.0" must be string/);
    const older = { $schema: 'http://json-schema.org/draft-06/schema#', ...property({ type: 'string' }) };
    assert.equal(await complaint({ value: 'x' }, older), 'valid');
  });

  it('follows 2020-12 where a schema says so', async () => {
    const schema = {
      $schema: 'https://json-schema.org/draft/2020-12/schema',
      ...property({ type: 'string' }),
      unevaluatedProperties: false,
    };
    assert.equal(await complaint({ other: 1 }, schema), 'the argument "other" is unknown; known: value');
  });

  it('follows references within the schema', async () => {
    const schema = property({ $ref: '#/$defs/name' }, { $defs: { name: { type: 'string', minLength: 2 } } });
    assert.match(await complaint({ value: 'x' }, schema), /must NOT have fewer than 2 characters/);
  });

  it('lets nothing through a schema that is broken', async () => {
    const broken: readonly JsonSchema[] = [
      { type: 'nonsense' },
      property({ $ref: '#/$defs/missing' }),
      property({ $ref: 'https://example.com/schema.json' }),
      { $async: true, type: 'object' },
    ];
    for (const schema of broken) {
      const [first, again] = [await complaint({ value: 1 }, schema), await complaint({ value: 1 }, schema)];
      assert.match(first, /^the tool can’t be called, because its schema is invalid: /);
      assert.equal(again, first);
    }
  });

  it('checks no pattern that it can’t read, and those of other languages as far as it can', async () => {
    for (const pattern of ['(', '^(?=a)b', '(?x) a', 'a++'])
      assert.equal(await complaint({ value: 'b' }, property({ pattern })), 'valid', pattern);
    assert.match(await complaint({ value: 1 }, property({ type: 'string', pattern: '(' })), /must be string/);
    for (const pattern of ['^https\\:\\/\\/', '(?i)^HTTPS:', '^(?P<s>https):', '^[[:alpha:]]+:']) {
      assert.equal(await complaint({ value: 'https://a' }, property({ pattern })), 'valid', pattern);
      assert.match(await complaint({ value: '1' }, property({ pattern })), /must match pattern/, pattern);
    }
    const named = { type: 'object', patternProperties: { '^x\\:': { type: 'string' }, '(': false } };
    assert.equal(await complaint({ 'x:a': 'y' }, named), 'valid');
  });

  it('keeps schemas apart that have the same $id, at the top or inside', async () => {
    const named = (type: string) => ({ $id: 'https://example.com/a', ...property({ $id: '/inner', type }) });
    assert.equal(await complaint({ value: 'x' }, named('string')), 'valid');
    assert.match(await complaint({ value: 'x' }, named('integer')), /must be integer/);
    assert.equal(await complaint({ value: 'x' }, named('string')), 'valid');
  });

  it('is not misled by names that every object has', async () => {
    const schema = {
      properties: { constructor: { type: 'string' }, toString: { type: 'string' } },
      required: ['toString'],
    };
    assert.match(await complaint({}, schema), /^the argument "toString" is missing/);
    assert.equal(await complaint({ toString: 'x' }, schema), 'valid');
  });

  it('does not change the arguments', async () => {
    const args = Object.freeze({ value: 'x' });
    await checkArguments(args, property({ type: 'integer', default: 3 }));
    assert.deepEqual(args, { value: 'x' });
  });
});

describe('the patterns of a schema', () => {
  const endless = `${'a'.repeat(30)}!`;
  const lookAhead = '^(?=a)\\w+$';

  it('take no longer than a text is long, however they are written', async () => {
    const said = (schema: JsonSchema, args: JsonObject) => complaint(args, schema);
    const schema = property({ type: 'string', pattern: '^(a+)+$' });
    assert.match(await said(schema, { value: endless }), /must match pattern "\^\(a\+\)\+\$"/);
    assert.equal(await said(schema, { value: 'aaa' }), 'valid');
    const draft = { $schema: draft07, ...schema, $id: 'https://example.com/endless' };
    assert.match(await said(draft, { value: endless }), /must match pattern/);
    const names = { patternProperties: { '^(a+)+$': { type: 'integer' } }, additionalProperties: false };
    assert.match(await said(names, { [endless]: 1 }), /^the argument "a+!" is unknown$/);
    assert.match(await said(names, { aaa: 'x' }), /"aaa" must be integer/);
    const named = { propertyNames: { pattern: '^(a+)+$' } };
    assert.match(await said(named, { [endless]: 1 }), /must match pattern/);
  });

  it('hold nothing where no linear engine can take them, and the rest of the schema holds', async () => {
    const values = { anyOf: [{ $ref: '#/$defs/name' }, { type: 'null' }] };
    const schema = {
      properties: { value: { type: 'string', pattern: '^(?=(a+)+$)' }, other: { pattern: '^b$' }, values },
      $defs: { name: { type: 'string', pattern: lookAhead, minLength: 2 } },
    };
    assert.equal(await complaint({ value: endless, other: 'b', values: 'bb' }, schema), 'valid');
    assert.match(await complaint({ value: 1 }, schema), /^the argument "value" must be string, but is 1$/);
    const other = await complaint({ value: 'x', other: 'x' }, schema);
    assert.match(other, /^the argument "other" must match[^;]*$/);
    const neither = await complaint({ value: 'x', values: 'b' }, schema);
    assert.match(neither, /the argument "values" must match one/);
    const large = `^(?:${'\\p{L}?'.repeat(150)}b){999}$`;
    for (const pattern of ['^(a)\\1$', '^a{1,2000}$', large, 'a'.repeat(10_001)])
      assert.equal(await complaint({ value: 'x' }, property({ pattern })), 'valid', pattern.slice(0, 20));
  });

  it('refuse nothing that they cannot decide, where matching is what is refused', async () => {
    const unsure: readonly JsonSchema[] = [
      { not: { pattern: lookAhead } },
      { oneOf: [{ pattern: lookAhead }, { type: 'string' }] },
      { if: { not: { pattern: lookAhead } }, else: { minLength: 9 } },
      { anyOf: [{ not: { pattern: lookAhead } }, { type: 'null' }] },
      { patternProperties: { '^(?!x-)': { type: 'integer' } }, additionalProperties: false },
      { contains: { pattern: lookAhead }, maxContains: 1 },
    ];
    const values = ['b', 'b', 'b', 'b', { 'x-a': 'b' }, ['a', 'b']];
    for (const [index, schema] of unsure.entries()) {
      const whole = { required: ['name'], properties: { value: schema, name: { maxLength: 1 } } };
      const value = values[index] as string;
      assert.equal(await complaint({ value, name: 'x' }, whole), 'valid', JSON.stringify(schema));
      assert.equal(await complaint({ value }, whole), 'the argument "name" is missing');
      assert.match(await complaint({ value, name: 'xx' }, whole), /^the argument "name" must NOT have more/);
    }
  });

  it('are left out where they and the texts are so long that even a linear engine would take long', async () => {
    const schema = property({ items: { pattern: '^[ab]*a[ab]{900}$', maxLength: 1_000_000 } });
    const long = 'ab'.repeat(200_000);
    assert.equal(await complaint({ value: Array.from({ length: 50 }, () => long) }, schema), 'valid');
    // What is shorter is held all the same, and what was left out is held again the next time.
    const short = await complaint({ value: [long, long, 'b'] }, schema);
    assert.match(short, /^the argument "value.2" must match[^;]*$/);
    assert.match(await complaint({ value: ['b'] }, schema), /must match pattern/);
    assert.match(await complaint({ value: [long, 'b'.repeat(1_000_001)] }, schema), /must NOT have more/);
    const many = Array.from({ length: 100 }, (_, at) => [`p${at}`, { pattern: `^.{0,${900 - at}}$` }]);
    const args = { p0: 'x'.repeat(901), p99: 'x'.repeat(901) };
    const first = await complaint(args, { properties: Object.fromEntries(many) });
    assert.match(first, /^the argument "p0" must[^;]*$/);
  });

  it('let a text be an address of the web without comparing all its parts with all others', async () => {
    const schema = property({ format: 'url' });
    for (const value of ['https://a.example/b', 'http://user:secret@b.example:81', 'ftp://c.example']) {
      assert.equal(await complaint({ value }, schema), 'valid');
    }
    for (const value of ['a.example', 'file:///etc', 'http://', `http://${':'.repeat(200_000)}!`]) {
      assert.match(await complaint({ value }, schema), /must match format "url"/);
    }
  });
});
