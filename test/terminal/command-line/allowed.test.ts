import assert from 'node:assert/strict';
import { isAllowed, isAllowedInFull } from '../../../src/terminal/command-line/allowed.ts';

describe('A tool that was allowed on the command line', () => {
  it('matches a full name, a bare name or an ensemble', () => {
    for (const entry of ['memory:read_graph', 'read_graph', 'memory:*'])
      assert.ok(isAllowed('memory:read_graph', [entry]), entry);
    for (const entry of ['other:read_graph', 'read', 'other:*', 'memory', '*'])
      assert.ok(!isAllowed('memory:read_graph', [entry]), entry);
  });

  it('matches a full name or an ensemble only, where a folder gives the names', () => {
    for (const entry of ['memory:read_graph', 'memory:*'])
      assert.ok(isAllowedInFull('memory:read_graph', [entry]), entry);
    for (const entry of ['read_graph', 'memory', '*', ':*', 'other:*'])
      assert.ok(!isAllowedInFull('memory:read_graph', [entry]), entry);
  });

  it('does not match a name that only begins with an allowed one', () => {
    assert.ok(!isAllowed('memory:read_graph:delete', ['read_graph', 'memory:read_graph', 'delete']));
    assert.ok(isAllowed('memory:read_graph:delete', ['read_graph:delete']));
  });
});
