import assert from 'node:assert/strict';
import { type Content, text } from '../../../src/converser/words/canister/content.ts';
import { readParts } from '../../../src/dialects/client/read-parts.ts';

const png = Buffer.from('\x89PNG\r\n\x1a\n', 'latin1');
const image: Content = { type: 'image', mimeType: 'image/png', bytes: new Uint8Array(png) };
const pdf = Buffer.from('%PDF-1.7');
const document = (uri: string): Content => ({
  type: 'resource',
  uri,
  mimeType: 'application/pdf',
  bytes: new Uint8Array(pdf),
});
const far: Content = { type: 'resource', uri: 'https://example.org/a', mimeType: 'image/*' };
const dataUrl = (type: string, bytes: Buffer) => `data:${type};base64,${bytes.toString('base64')}`;
const note = Buffer.from('Words é.');
const asNote: Content = {
  type: 'resource',
  uri: 'a.md',
  mimeType: 'text/markdown',
  text: 'Words é.',
  bytes: new Uint8Array(note),
};

const read: Readonly<Record<string, readonly [content: unknown, expected: readonly Content[]]>> = {
  nothing: [null, []],
  'an empty string': ['', []],
  'a string': ['Hi.', [text('Hi.')]],
  'strings in a list': [['Hi.', ''], [text('Hi.')]],
  'texts, of which one is empty': [['Hi.', ''].map(said => ({ type: 'text', text: said })), [text('Hi.')]],
  'texts of Responses': [
    [
      { type: 'input_text', text: 'Hi.' },
      { type: 'output_text', text: 'Ho.' },
    ],
    [text('Hi.'), text('Ho.')],
  ],
  'a refusal': [[{ type: 'refusal', refusal: 'No.' }], [text('No.')]],
  'an image of Chat Completions': [
    [{ type: 'image_url', image_url: { url: dataUrl('image/png', png) } }],
    [image],
  ],
  'an image of Responses': [[{ type: 'input_image', image_url: dataUrl('image/png', png) }], [image]],
  'an image of Anthropic': [
    [{ type: 'image', source: { type: 'base64', media_type: 'image/png', data: png.toString('base64') } }],
    [image],
  ],
  'an image in base64 alone': [[{ type: 'image_url', image_url: { url: png.toString('base64') } }], [image]],
  'an image at an address': [[{ type: 'input_image', image_url: 'https://example.org/a' }], [far]],
  'an image of Anthropic at an address': [
    [{ type: 'image', source: { type: 'url', url: 'https://example.org/a' } }],
    [far],
  ],
  'a file of Chat Completions': [
    [{ type: 'file', file: { filename: 'a.pdf', file_data: dataUrl('application/pdf', pdf) } }],
    [document('a.pdf')],
  ],
  'a file of Responses, in base64 alone': [
    [{ type: 'input_file', filename: 'a.pdf', file_data: pdf.toString('base64') }],
    [document('a.pdf')],
  ],
  'a file without a name': [
    [{ type: 'file', file: { file_data: dataUrl('application/pdf', pdf) } }],
    [document('file')],
  ],
  'a document of Anthropic': [
    [
      {
        type: 'document',
        title: 'a.pdf',
        source: { type: 'base64', media_type: 'application/pdf', data: pdf.toString('base64') },
      },
    ],
    [document('a.pdf')],
  ],
  'a file of text': [
    [{ type: 'input_file', filename: 'a.md', file_data: dataUrl('text/markdown', note) }],
    [asNote],
  ],
};

const unread: Readonly<Record<string, readonly [part: object, named: string, told: RegExp]>> = {
  'a file that only the vendor has': [{ type: 'file', file: { file_id: 'file-1' } }, 'p[0] (file)', /file-1/],
  'one of Responses': [{ type: 'input_file', file_id: 'file-1' }, 'p[0] (input_file)', /file-1/],
  'an image that only the vendor has': [
    { type: 'input_image', file_id: 'file-1' },
    'p[0] (input_image)',
    /file-1/,
  ],
  'a file at an address': [
    { type: 'input_file', file_url: 'https://example.org/a.pdf' },
    'p[0] (file_url)',
    /example\.org\/a\.pdf/,
  ],
  sound: [
    { type: 'input_audio', input_audio: { data: 'A'.repeat(200), format: 'wav' } },
    'p[0] (input_audio)',
    /input_audio that could.*wav/,
  ],
  'a film': [
    { type: 'video_url', video_url: { url: 'https://example.org/f' } },
    'p[0] (video_url)',
    /example\.org\/f/,
  ],
  'a broken data URL': [
    { type: 'image_url', image_url: { url: 'data:image/png;base64,*' } },
    'p[0] (image_url)',
    /image_url that could/,
  ],
  'base64 that is none': [
    { type: 'file', file: { filename: 'a.pdf', file_data: '*' } },
    'p[0] (file)',
    /a\.pdf/,
  ],
  'a source of another kind': [
    { type: 'document', source: { type: 'file', file_id: 'file-1' } },
    'p[0] (document)',
    /file-1/,
  ],
  'what nobody knows yet': [{ type: 'hologram', beam: 1 }, 'p[0] (hologram)', /hologram.*beam/],
  'what has no kind': [{ beam: 1 }, 'p[0] (part)', /beam/],
};

describe('what a program says', () => {
  for (const [what, [content, expected]] of Object.entries(read))
    it(`may be ${what}`, () => {
      const ignored: string[] = [];
      assert.deepEqual(readParts(content, { path: 'p', ignored }), expected);
      assert.deepEqual(ignored, []);
    });

  for (const [what, [part, named, told]] of Object.entries(unread))
    it(`is named to it and to the model where it can’t be read: ${what}`, () => {
      const ignored: string[] = [];
      const content = readParts([part], { path: 'p', ignored });
      assert.deepEqual(ignored, [named]);
      assert.match(JSON.stringify(content), told);
      assert.ok(JSON.stringify(content).length < 700);
    });
});
