import assert from 'node:assert/strict';
import fc from 'fast-check';
import { fromJson, toJson } from '../../../../src/converser/words/canister/canister-json.ts';

describe('canisters as JSON', () => {
  it('come back with their bytes, whatever kind of bytes they were', () => {
    const bytes = Uint8Array.from({ length: 100_000 }, (_, index) => index % 256);
    for (const given of [bytes, Buffer.from(bytes)]) {
      assert.deepEqual(fromJson(toJson({ content: [{ type: 'image', bytes: given }] })), {
        content: [{ type: 'image', bytes }],
      });
    }
  });

  it('come back with arguments that only look like bytes', () => {
    for (const value of [
      { $bytes: 'aGk=' },
      { $bytes: '!' },
      { $$bytes: { $bytes: 5 } },
      { $bytes: 'x', more: 1 },
    ]) {
      assert.deepEqual(fromJson(toJson([value])), [value]);
    }
  });

  it('come back as they were, whatever they hold', () => {
    const { value } = fc.letrec(tie => ({
      value: fc.oneof(
        { maxDepth: 4 },
        fc.string(),
        fc.integer(),
        fc.constant(null),
        fc.uint8Array({ maxLength: 8 }).map(bytes => Uint8Array.from(bytes)),
        fc.array(tie('value'), { maxLength: 3 }),
        fc.dictionary(fc.constantFrom('$bytes', '$$bytes', '$', 'a', '$bytes$'), tie('value'), {
          maxKeys: 2,
          noNullPrototype: true,
        }),
      ),
    }));
    fc.assert(fc.property(value, one => assert.deepEqual(fromJson(toJson(one)), one)));
  });
});
