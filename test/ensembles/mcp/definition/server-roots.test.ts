import assert from 'node:assert/strict';
import { ListRootsResultSchema } from '@modelcontextprotocol/sdk/types.js';
import { serverRoots } from '../../../../src/ensembles/mcp/definition/server-roots.ts';

describe('the opened folders, as servers are told of them', () => {
  it('are roots that servers of the older era understand, too', () => {
    const roots = serverRoots([
      { name: 'one', path: '/w/one' },
      { name: 'two words', path: '/w/two words #1' },
    ]);
    assert.deepEqual(roots, [
      { uri: 'file:///w/one', name: 'one' },
      { uri: 'file:///w/two%20words%20%231', name: 'two words' },
    ]);
    assert.ok(ListRootsResultSchema.safeParse({ roots }).success);
    const virtual = { roots: [{ uri: 'vscode-vfs://github/a/b', name: 'b' }] };
    assert.ok(!ListRootsResultSchema.safeParse(virtual).success, 'One other address spoils them all.');
  });
});
