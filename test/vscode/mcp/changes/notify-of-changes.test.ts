import assert from 'node:assert/strict';
import { listeners } from '../../../../src/converser/ground/async/listeners.ts';
import type { Drift } from '../../../../src/ensembles/mcp/lock/find-drift.ts';
import { notifyOfChanges } from '../../../../src/vscode/mcp/changes/notify-of-changes.ts';

describe('tools that their MCP server has changed', () => {
  const changed = { server: 's', tool: 'read', kind: 'changed', pinned: {}, present: {} } as const;
  const added = { server: 's', tool: 'steal', kind: 'new', present: {} } as const;
  const gone = { server: 's', tool: 'write', kind: 'vanished', pinned: {} } as const;

  it('cause one notification, and another when they change again', () => {
    const changes = listeners<void>();
    const told: string[] = [];
    let drifts: readonly Drift[] = [];
    const change = (...now: readonly Drift[]) => {
      drifts = now;
      changes.fire();
      return told.splice(0);
    };
    const watching = notifyOfChanges({
      drifts: () => drifts,
      onDidChange: changes.listen,
      notify: (server, message) => told.push(`${server}: ${message}`),
    });
    assert.deepEqual(change(), []);
    assert.match(change(changed).join(), /^s: The tool s:read has changed\. .* until you accept them\.$/);
    assert.deepEqual(change(changed), []);
    assert.match(change(changed, added, gone).join(), /^s: MCP server s changed 2 of its tools\. /);
    assert.deepEqual(change(added), []);
    assert.match(change(changed, { ...added, server: 'other' }).join('\n'), /^s: .*read.*\nother: .*steal/);
    const ofInstructions = { server: 's', tool: '', kind: 'new', present: {} } as const;
    assert.match(change(ofInstructions).join(), /^s: The instructions of s are new\. Changes are withheld/);
    assert.match(
      change(changed, { ...ofInstructions, kind: 'changed' }, gone).join(),
      /changed 2 of its tools, and its instructions\./,
    );
    watching.dispose();
    assert.deepEqual(change(gone), []);
  });
});
