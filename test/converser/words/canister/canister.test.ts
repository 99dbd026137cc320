import assert from 'node:assert/strict';
import fc from 'fast-check';
import { beginsTurn } from '../../../../src/converser/words/canister/canister.ts';
import { fromJson, toJson } from '../../../../src/converser/words/canister/canister-json.ts';
import { textOf } from '../../../../src/converser/words/canister/content.ts';
import { imageType } from '../../../../src/converser/words/canister/image-type.ts';
import { closingOf, hasAnswer } from '../../../../src/converser/words/canister/interruption.ts';
import { newCanister } from '../../../../src/converser/words/canister/new-canister.ts';
import { canisterMaker } from '../../../sidebar/canisters.ts';

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

describe('the type of an image', () => {
  const bytes = (head: string) =>
    Uint8Array.from(`${head}............`, character => character.charCodeAt(0));

  it('is found by its first bytes, whatever its MIME type says', () => {
    for (const [head, type] of [
      ['\x89PNG\r\n', 'image/png'],
      ['\xff\xd8\xff\xe0', 'image/jpeg'],
      ['GIF89a', 'image/gif'],
      ['RIFF\n\0\0\0WEBP', 'image/webp'],
    ] as const)
      assert.equal(imageType({ mimeType: 'image/jpg', bytes: bytes(head) }), type);
  });

  it('is otherwise its MIME type, if servers accept that and the image is not empty', () => {
    assert.equal(imageType({ mimeType: 'image/png', bytes: bytes('?') }), 'image/png');
    assert.equal(imageType({ mimeType: 'image/tiff', bytes: bytes('?') }), undefined);
    assert.equal(imageType({ mimeType: 'image/png', bytes: new Uint8Array() }), undefined);
  });
});

describe('a new canister', () => {
  it('has the time of its making, whatever was made before it', () => {
    for (const [at, time] of [0, 0, 1_767_225_600_123, 1_767_225_600_123, 0, 1_767_225_600_124].entries()) {
      const { id, timestamp } = newCanister('user', {
        ids: { next: prefix => `${prefix}-${at}` },
        clock: { now: () => new Date(time) },
      });
      assert.deepEqual([id, timestamp], [`user-${at}`, new Date(time).toISOString()]);
    }
  });
});

const make = canisterMaker();
const question = make.user('question', 'Do it.');
const call = make.invocation('call', 'a:write', {});
const result = make.result('call', 'done');
const added = { ...make.user('added', 'Faster!'), added: true } as const;
const answer = make.assistant('answer', 'Done.');

describe('a message that was added to a turn', () => {
  it('begins no turn, and the next one does, even right after it', () => {
    const canisters = [question, call, result, added, answer, question, added, question];
    const begun = canisters.map((canister, at) => beginsTurn(canister, canisters[at - 1]));
    assert.deepEqual(begun, [true, false, false, false, false, true, false, true]);
  });

  it('does not hide the calls before it from a turn that has no end', () => {
    const closing = closingOf([question, answer, question, call, result, added]);
    assert.match(textOf(closing?.content ?? []), /What the calls above changed has not been undone/);
    const none = closingOf([question, call, result, answer, question, added]);
    assert.doesNotMatch(textOf(none?.content ?? []), /calls above/);
  });

  it('makes no answer of what the model said before it', () => {
    assert.equal(hasAnswer([question, make.assistant('said', 'I look.'), added]), false);
    assert.equal(hasAnswer([question, call, result, added, answer]), true);
  });
});
