import assert from 'node:assert/strict';
import { checkArguments } from '../../../src/converser/arguments/check-arguments.ts';
import { unfoldedSize } from '../../../src/converser/arguments/schema-size.ts';
import type { JsonObject } from '../../../src/converser/json/json.ts';

/** Each part refers twice to the next, so that the last one is there 2^depth times. */
function doubling(depth: number, refer: (next: number) => JsonObject): JsonObject {
  const parts = Array.from({ length: depth }, (_, at): [string, JsonObject] => [
    `a${at}`,
    { $anchor: `a${at}`, ...(at + 1 < depth ? { allOf: [refer(at + 1), refer(at + 1)] } : {}) },
  ]);
  return { type: 'object', ...refer(0), $defs: Object.fromEntries(parts) };
}

describe('The size of a schema with all its references unfolded', () => {
  it('counts a part as often as it is referred to, by place and by name', () => {
    const one = unfoldedSize(doubling(10, next => ({ $ref: `#/$defs/a${next}` })));
    const two = unfoldedSize(doubling(20, next => ({ $ref: `#/$defs/a${next}` })));
    assert.ok(two > one * 1_000 && two < one * 2_000, `${one}, ${two}`);
    assert.ok(unfoldedSize(doubling(20, next => ({ $ref: `#a${next}` }))) > one * 1_000);
  });

  it('ends where a part refers to itself, and where a reference leads nowhere', () => {
    const tree = {
      type: 'object',
      properties: { inner: { items: { $ref: '#' } }, more: { $ref: '#/$defs/x' } },
    };
    assert.ok(unfoldedSize(tree) < 20);
  });

  it('keeps a schema that would take for ever from being used', async () => {
    const schema = doubling(60, next => ({ $ref: `#/$defs/a${next}` }));
    const checked = await checkArguments({}, schema);
    assert.match(checked.valid ? '' : checked.complaint, /its references expand to too many parts/);
  });
});
