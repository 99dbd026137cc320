import assert from 'node:assert/strict';
import type { ResourceContent } from '../../../src/converser/words/canister/content.ts';
import { nativizeContent } from '../../../src/dialects/anthropic-messages/nativize-content.ts';

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
