import assert from 'node:assert/strict';
import { checkArguments } from '../../src/converser/arguments-schema.ts';
import type { JsonObject, JsonSchema } from '../../src/converser/json.ts';

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
    assert.equal(await complaint({ vlaue: 1 }, schema), 'the argument "vlaue" is not known; known are value');
  });

  it('says what was expected and what came', async () => {
    const said = (schema: JsonSchema, value: JsonObject[string]) => complaint({ value }, property(schema));
    assert.equal(await said({ type: 'integer' }, 'x'), 'the argument "value" must be integer, but is "x"');
    assert.equal(await said({ minimum: 3 }, 2), 'the argument "value" must be >= 3, but is 2');
    assert.equal(
      await said({ pattern: '^\\d+$' }, 'x'),
      'the argument "value" must match pattern "^\\d+$", but is "x"',
    );
    assert.equal(
      await said({ enum: ['a', 'b'] }, 'c'),
      'the argument "value" must be one of "a", "b", not "c"',
    );
    assert.equal(await said({ const: 1 }, 2), 'the argument "value" must be 1, not 2');
    assert.match(await said({ format: 'date' }, 'soon'), /must match format "date", but is "soon"/);
    assert.match(await said({ items: { properties: { a: { type: 'null' } } } }, [{ a: 1 }]), /"value.0.a"/);
  });

  it('tells a choice as a whole instead of what each alternative misses', async () => {
    const either = { anyOf: [{ type: 'integer' }, { type: 'object', required: ['a'] }] };
    assert.equal(
      await complaint({ value: 'x' }, property(either)),
      'the argument "value" must fit one of (1) integer, (2) {"type":"object","required":["a"]}, but is "x"',
    );
    const one = { oneOf: [{ type: 'integer' }, { minimum: 3 }] };
    assert.equal(
      await complaint({ value: 4 }, property(one)),
      'the argument "value" fits more than one of (1) integer, (2) {"minimum":3}, and must fit one only',
    );
  });

  it('shortens long values, and shows none that may be a secret', async () => {
    const long = await complaint({ value: '😀'.repeat(500) }, property({ type: 'integer' }));
    assert.ok(long.length < 150 && long.isWellFormed());
    const schema = { properties: { password: { type: 'integer' }, header: { type: 'integer' } } };
    const secret = await complaint({ password: 'hunter2', header: 'sk-abcdefghijklmnop' }, schema);
    assert.doesNotMatch(secret, /hunter2|abcdefgh/);
    assert.match(secret, /"password" must be integer, but is something of 9 characters/);
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
    assert.equal(await complaint({ other: 1 }, schema), 'the argument "other" is not known; known are value');
  });

  it('follows references within the schema', async () => {
    const schema = property({ $ref: '#/$defs/name' }, { $defs: { name: { type: 'string', minLength: 2 } } });
    assert.match(await complaint({ value: 'x' }, schema), /must NOT have fewer than 2 characters/);
  });

  it('lets nothing through a schema that is broken', async () => {
    const broken: readonly JsonSchema[] = [
      { type: 'nonsense' },
      property({ pattern: '(' }),
      property({ $ref: '#/$defs/missing' }),
      property({ $ref: 'https://example.com/schema.json' }),
      { $async: true, type: 'object' },
    ];
    for (const schema of broken) {
      assert.match(await complaint({ value: 1 }, schema), /^the tool's own schema is broken/);
      assert.match(await complaint({ value: 1 }, schema), /^the tool's own schema is broken/);
    }
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
