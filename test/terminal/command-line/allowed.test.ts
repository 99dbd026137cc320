import assert from 'node:assert/strict';
import { allowedInFull, allowedRules } from '../../../src/terminal/permissions/terminal-rules.ts';

describe('A tool that was allowed on the command line', () => {
  const isAllowed = (name: string, allowed: readonly string[]) => allowedRules(allowed)(name).length > 0;
  const isAllowedInFull = (name: string, allowed: readonly string[]) =>
    allowedInFull(allowed)(name).length > 0;

  it('matches a full name, a bare name or an ensemble', () => {
    for (const entry of ['memory:read_graph', 'read_graph', 'memory:*'])
      assert.ok(isAllowed('memory:read_graph', [entry]), entry);
    for (const entry of ['other:read_graph', 'read', 'other:*', 'memory', '*', '*(a)', ':*', ''])
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

  it('may be limited to some of its calls', () => {
    for (const name of ['write_file(src/**)', 'workspace:write_file(src/**)', 'workspace:*(src/**)']) {
      const patterns = allowedRules([name])('workspace:write_file').map(({ pattern }) => pattern);
      assert.deepEqual(patterns, ['src/**']);
    }
  });
});
