import assert from 'node:assert/strict';
import type { JsonValue } from '../../../../src/converser/ground/json/json.ts';
import { portableSchema, schemaTrouble } from '../../../../src/ensembles/mcp/manifest/repair-schema.ts';

function ofArgument(schema: JsonValue): JsonValue {
  return { type: 'object', properties: { a: schema } };
}

describe('A schema of a tool’s arguments', () => {
  it('is no trouble where it is sound, by whichever draft it goes', async () => {
    for (const schema of [{ pattern: '^a' }, { $ref: '#' }, { items: [{ type: 'string' }] }, true]) {
      assert.equal(await schemaTrouble(ofArgument(schema)), undefined, JSON.stringify(schema));
    }
  });

  it('says what is wrong with it', async () => {
    assert.match((await schemaTrouble('none')) ?? '', /isn’t a JSON Schema/);
    assert.match((await schemaTrouble({ type: 'array' })) ?? '', /type "array"; it must be "object"/);
    assert.match((await schemaTrouble(ofArgument({ type: 'text' }))) ?? '', /invalid.*\/properties\/a\/type/);
    assert.match((await schemaTrouble(ofArgument({ $ref: '#/$defs/b' }))) ?? '', /refers to #\/\$defs\/b/);
  });

  it('takes nobody down who cannot follow it', async () => {
    assert.match((await schemaTrouble(ofArgument({ $ref: '#/%zz' }))) ?? '', /refers to #\/%zz/);
    let deep: JsonValue = { type: 'string' };
    for (let level = 0; level < 50_000; level++) deep = { not: deep };
    assert.match((await schemaTrouble(ofArgument(deep))) ?? '', /can’t be read/);
  });
});

describe('A schema of a tool’s results', () => {
  const sound = { type: 'object', properties: { sum: { type: 'number' } }, required: ['sum'] };

  it('is passed on without its draft if it consists of usual keywords', () => {
    const $schema = 'https://json-schema.org/draft/2020-12/schema';
    assert.deepEqual(portableSchema({ $schema, ...sound }), sound);
  });

  it('is kept back where a client could not use it, or would refuse all tools for it', () => {
    let deep: JsonValue = sound;
    for (let level = 0; level < 50_000; level++) deep = { type: 'object', not: deep };
    for (const schema of [
      undefined,
      { type: 'array', items: {} },
      { ...sound, $ref: 'https://example.com/schema' },
      { ...sound, $ref: '#/$defs/missing' },
      { ...sound, patternProperties: { '(': {} } },
      { type: 'object', properties: { a: { type: 'text' } } },
      deep,
    ]) {
      assert.equal(portableSchema(schema as JsonValue), undefined);
    }
  });
});
