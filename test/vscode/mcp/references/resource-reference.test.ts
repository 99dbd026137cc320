import assert from 'node:assert/strict';
import { meantBy, resourceReference } from '../../../../src/vscode/mcp/references/resource-reference.ts';

describe('a resource of a server in a message', () => {
  it('is one word, whatever its address is, and means that address', () => {
    for (const uri of ['file:///a/b.md', 'note:///My Notes/to do.md', 'note:///a%20b', 'x:tab\there']) {
      const reference = resourceReference('notes', uri);
      const [, written = ''] = /^@notes:(\S+)$/.exec(reference) ?? [];
      assert.ok(meantBy(written).includes(uri), `${reference} should mean ${uri}`);
    }
  });

  it('means the written address first, then the one without punctuation', () => {
    assert.deepEqual(meantBy('note://a%20b).'), [
      'note://a%20b).',
      'note://a%20b',
      'note://a b).',
      'note://a b',
    ]);
    assert.deepEqual(meantBy('note://a'), ['note://a']);
    assert.deepEqual(meantBy('...'), ['...']);
  });
});
