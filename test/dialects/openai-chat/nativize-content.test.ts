import assert from 'node:assert/strict';
import { type Canister, ordinaryMarks } from '../../../src/converser/canister/canister.ts';
import { nativizeUserContent } from '../../../src/dialects/openai-chat/nativize-content.ts';

describe('a document as a model of Chat is shown it', () => {
  it('has its address in a tag that no address closes', () => {
    const document: Canister = {
      id: 'd',
      timestamp: '2026-01-01T00:00:00.000Z',
      marks: ordinaryMarks,
      role: 'document',
      content: [{ type: 'resource', uri: 'file:///a"> & <b>.md', text: 'Words.' }],
    };
    assert.equal(
      nativizeUserContent([document], { images: false, files: false }),
      '<document uri="file:///a&quot;> &amp; <b>.md">\nWords.\n</document>',
    );
  });
});
