import assert from 'node:assert/strict';
import { imageType } from '../../../../src/converser/words/canister/image-type.ts';

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
