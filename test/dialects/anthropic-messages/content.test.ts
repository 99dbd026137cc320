import assert from 'node:assert/strict';
import { type ResourceContent, text } from '../../../src/converser/words/canister/content.ts';
import { nativizeContent } from '../../../src/dialects/anthropic-messages/nativize-content.ts';
import { normalizeContent } from '../../../src/dialects/anthropic-messages/normalize-content.ts';

const where = () => ({ path: 'content', ignored: [] });

describe('a resource as a model of Messages is shown it', () => {
  const uri = 'file:///a';
  const bytes = new Uint8Array([1, 2, 3]);
  const note = (nature: string) => ({ type: 'text', text: `[resource file:///a${nature}]` });
  const document = (source: object, title: string = uri) => ({ type: 'document', title, source });
  const base64 = (media_type: string) => ({ type: 'base64', media_type, data: 'AQID' });
  const plain = { type: 'text', media_type: 'text/plain', data: 'Words.' };

  for (const [what, resource, expected] of [
    ['a text', { text: 'Words.' }, document(plain)],
    ['an empty text', { text: '' }, note(', empty')],
    ['a blank text of some type', { text: ' \n', mimeType: 'text/html' }, note(', empty')],
    ['a PDF', { mimeType: 'application/pdf', bytes }, document(base64('application/pdf'))],
    ['an image', { mimeType: 'image/png', bytes }, { type: 'image', source: base64('image/png') }],
    ['something else', { mimeType: 'audio/wav', bytes }, note(', audio/wav, 3 bytes')],
    ['something unknown', { bytes }, note(', 3 bytes')],
    [
      'an empty PDF',
      { mimeType: 'application/pdf', bytes: new Uint8Array() },
      note(', application/pdf, 0 bytes'),
    ],
    ['only an address', {}, note('')],
    ['only an address and a type', { mimeType: 'text/html' }, note(', text/html')],
    ['a text without an address', { uri: '', text: 'Words.' }, { type: 'document', source: plain }],
    [
      'a text with a long address',
      { uri: `${'x'.repeat(600)}/a.md`, text: 'Words.' },
      document(plain, `…${'x'.repeat(494)}/a.md`),
    ],
  ] as const) {
    it(`is told as what it is: ${what}`, () => {
      const part: ResourceContent = { type: 'resource', uri, ...resource };
      assert.deepEqual(nativizeContent(part, true), expected);
    });
  }
});

describe('what a program of Messages says', () => {
  const base64 = (type: string, data = 'AQID') => ({ type: 'base64', media_type: type, data });
  const bytes = new Uint8Array([1, 2, 3]);
  const words = { type: 'text', text: 'Words.' };

  for (const [what, block, expected] of [
    ['a text', words, [text('Words.')]],
    ['a blank text', { type: 'text', text: ' \n' }, []],
    [
      'an image',
      { type: 'image', source: base64('image/png') },
      [{ type: 'image', mimeType: 'image/png', bytes }],
    ],
    [
      'an image that is not in base64',
      { type: 'image', source: base64('image/png', '*') },
      [text('[image that cannot be read]')],
    ],
    [
      'an image at an address',
      { type: 'image', source: { type: 'url', url: 'https://example.org/a.png' } },
      [{ type: 'resource', uri: 'https://example.org/a.png' }],
    ],
    [
      'an image that only the vendor has',
      { type: 'image', source: { type: 'file', file_id: 'file_1' } },
      [text('[image file_1]')],
    ],
    [
      'a text as a document',
      {
        type: 'document',
        title: 'a.txt',
        source: { type: 'text', media_type: 'text/plain', data: 'Words.' },
      },
      [{ type: 'resource', uri: 'a.txt', mimeType: 'text/plain', text: 'Words.' }],
    ],
    [
      'a document without a title',
      { type: 'document', source: base64('application/pdf') },
      [{ type: 'resource', uri: '', mimeType: 'application/pdf', bytes }],
    ],
    [
      'a document that is not in base64',
      { type: 'document', title: 'a.pdf', source: base64('application/pdf', '*') },
      [text('[document a.pdf that cannot be read]')],
    ],
    [
      'a document at an address',
      { type: 'document', source: { type: 'url', url: 'https://example.org/a.pdf' } },
      [{ type: 'resource', uri: 'https://example.org/a.pdf', mimeType: 'application/pdf' }],
    ],
    [
      'a document of other parts',
      { type: 'document', source: { type: 'content', content: [words, words] } },
      [text('Words.'), text('Words.')],
    ],
    [
      'a document that only the vendor has',
      { type: 'document', source: { type: 'file', file_id: 'file_1' } },
      [text('[document file_1]')],
    ],
    [
      'what a search has found',
      { type: 'search_result', title: 'Guide', source: 'https://example.org/guide', content: [words] },
      [text('Guide, https://example.org/guide:'), text('Words.')],
    ],
    [
      'a tool that a search of the client found',
      { type: 'tool_reference', tool_name: 'read' },
      [text('The tool read can be called.')],
    ],
    [
      'what nobody knows yet',
      { type: 'hologram', beam: 1 },
      [text('[hologram that could not be read: {"beam":1}]')],
    ],
  ] as const) {
    it(`may be ${what}`, () =>
      assert.deepEqual(normalizeContent([block as { readonly type: string }], where()), expected));
  }

  it('may be a string', () => {
    assert.deepEqual(normalizeContent('Words.', where()), [text('Words.')]);
    assert.deepEqual(normalizeContent(' ', where()), []);
  });
});
