import assert from 'node:assert/strict';
import { nativizeUserContent } from '../../../src/dialects/openai-chat/nativize-content.ts';
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
