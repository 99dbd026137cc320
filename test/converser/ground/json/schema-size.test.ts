import assert from 'node:assert/strict';
import { checkArguments } from '../../../../src/converser/call/arguments/check-arguments.ts';
import type { JsonObject, JsonSchema } from '../../../../src/converser/ground/json/json.ts';
import { compiledSize, mostCompiled } from '../../../../src/converser/ground/json/schema-size.ts';

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
    const long = {
      enum: ['a'],
      properties: Object.fromEntries(Array.from({ length: 200 }, (_, at) => [at, true])),
    };
    assert.equal(compiledSize(referring(11, long)) - compiledSize(referring(1, long)), 10 * 2);
  });

  it('ends where a part refers to itself, and where a reference leads nowhere', () => {
    const tree = {
      type: 'object',
      properties: { inner: { items: { $ref: '#' } }, more: { $ref: '#/$defs/x' } },
    };
    assert.ok(compiledSize(tree) < 40);
  });

  it('keeps a schema from being used that would take long to compile', async () => {
    const wide = (count: number) => ({
      type: 'object',
      properties: Object.fromEntries(
        Array.from({ length: count }, (_, at) => [`p${at}`, { type: 'string' }]),
      ),
    });
    const checked = await checkArguments({}, wide(mostCompiled));
    assert.match(checked.valid ? '' : checked.complaint, /schema is invalid: it has more than 6,000 parts/);
    assert.deepEqual(await checkArguments({ p1: 'x' }, wide(500)), { valid: true });
  });
});
