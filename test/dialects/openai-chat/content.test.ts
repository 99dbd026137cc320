import assert from 'node:assert/strict';
import { text } from '../../../src/converser/words/canister/content.ts';
import { nativizeUserContent } from '../../../src/dialects/openai-chat/nativize-content.ts';
import { normalizeContent } from '../../../src/dialects/openai-chat/normalize-content.ts';
import { canisterOf } from '../canister-of.ts';

describe('a document as a model of Chat is shown it', () => {
  it('has its address in a tag that no address closes', () => {
    const document = canisterOf('document', 'd', {
      type: 'resource',
      uri: 'file:///a"> & <b>.md',
      text: 'Words.',
    });
    assert.equal(
      nativizeUserContent([document], { images: false, files: false }),
      '<document uri="file:///a&quot;> &amp; <b>.md">\nWords.\n</document>',
    );
  });

  it('is a file of its own name if it is a PDF file, and has some name where its address ends with none', () => {
    for (const [uri, filename] of [
      ['file:///work/plans/r%C3%BCckblick.pdf', 'r%C3%BCckblick.pdf'],
      ['plan.pdf', 'plan.pdf'],
      ['https://example.com/plans/', 'file'],
    ] as const) {
      const bytes = Buffer.from('%PDF-1.7');
      const content = { type: 'resource', uri, mimeType: 'application/pdf', bytes } as const;
      assert.deepEqual(
        nativizeUserContent([canisterOf('document', 'd', content)], { images: false, files: true }),
        [{ type: 'file', file: { filename, file_data: 'data:application/pdf;base64,JVBERi0xLjc=' } }],
      );
    }
  });
});

describe('what a program of Chat Completions says', () => {
  const image = (url: string) => ({ type: 'image_url', image_url: { url } }) as const;
  const file = (data: object) => ({ type: 'file', file: data }) as const;
  const bytes = new Uint8Array([1, 2, 3]);

  for (const [what, content, expected] of [
    ['nothing', null, []],
    ['an empty string', '', []],
    ['a string', 'Hi.', [text('Hi.')]],
    ['texts, of which one is empty', ['Hi.', ''].map(said => ({ type: 'text', text: said })), [text('Hi.')]],
    ['a refusal', [{ type: 'refusal', refusal: 'No.' }], [text('No.')]],
    ['an image', [image('data:image/png;base64,AQID')], [{ type: 'image', mimeType: 'image/png', bytes }]],
    [
      'an image at an address',
      [image('https://example.org/a')],
      [{ type: 'resource', uri: 'https://example.org/a', mimeType: 'image/*' }],
    ],
    [
      'a file',
      [file({ filename: 'a.pdf', file_data: 'data:application/pdf;base64,AQID' })],
      [{ type: 'resource', uri: 'a.pdf', mimeType: 'application/pdf', bytes }],
    ],
    [
      'a file without a name or a type',
      [file({ file_data: 'data:;base64,AQID' })],
      [{ type: 'resource', uri: 'file', mimeType: 'application/octet-stream', bytes }],
    ],
    ['a file that only the vendor has', [file({ file_id: 'file-1' })], []],
    ['sound', [{ type: 'input_audio', input_audio: { data: 'AQID', format: 'wav' } }], []],
  ] as const) {
    it(`may be ${what}`, () => {
      assert.deepEqual(normalizeContent(content as Parameters<typeof normalizeContent>[0]), expected);
    });
  }
});
