import assert from 'node:assert/strict';
import fc from 'fast-check';
import { imageSize } from '../../../src/converser/words/canister/image-size.ts';
import { solidPng } from '../../../src/providers/check/solid-png.ts';
import { gifOf, jpegOf, pngOf, webpOf } from './image-headers.ts';

describe('The size of an image', () => {
  const [width, height] = [2400, 1301];
  for (const [kind, bytes] of Object.entries({
    PNG: pngOf(width, height),
    GIF: gifOf(width, height),
    JPEG: jpegOf(width, height),
    'JPEG without progress': jpegOf(width, height, { marker: 0xc0 }),
    WebP: webpOf(width, height, 'VP8 '),
    'WebP without loss': webpOf(width, height, 'VP8L'),
    'extended WebP': webpOf(width, height, 'VP8X'),
  }))
    it(`is in the header of a ${kind}, and unknown where that is cut off`, () => {
      assert.deepEqual(imageSize(bytes), { width, height });
      for (let end = 0; end < 10; end++) assert.equal(imageSize(bytes.slice(0, end))?.width, undefined);
    });

  it('is that of a real one, also within a larger buffer', () => {
    const whole = solidPng([1, 2, 3]);
    const within = Buffer.concat([Buffer.from('before'), whole]).subarray(6);
    assert.deepEqual([imageSize(whole), imageSize(within)], Array(2).fill({ width: 64, height: 64 }));
  });

  it('is found or not, whatever the bytes', () => {
    const starts = [[0xff, 0xd8, 0xff], [0x89, 0x50, 0x4e, 0x47], [...Buffer.from('RIFF1234WEBPVP8L')], []];
    fc.assert(
      fc.property(fc.constantFrom(...starts), fc.uint8Array({ maxLength: 60 }), (start, rest) => {
        const { width: found = 0 } = imageSize(Uint8Array.of(...start, ...rest)) ?? {};
        assert.ok(found >= 0);
      }),
    );
  });
});
