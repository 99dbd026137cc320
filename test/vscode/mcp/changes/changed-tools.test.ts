import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { listeners } from '../../../../src/converser/ground/async/listeners.ts';
import { createEnsembleRoster } from '../../../../src/converser/words/ensemble/ensemble-roster.ts';
import type { Drift } from '../../../../src/ensembles/mcp/lock/find-drift.ts';
import { notifyOfChanges } from '../../../../src/vscode/mcp/changes/notify-of-changes.ts';
import { reviewTools } from '../../../../src/vscode/mcp/changes/review-tools.ts';
import { watchLocks } from '../../../../src/vscode/mcp/changes/watch-locks.ts';
import { createFakeEnsemble } from '../../../fakes/fake-ensemble.ts';
import { createScriptedPerson } from '../../../fakes/scripted-person.ts';
import { writeWorkspaceFile } from '../../support/converser.ts';

const changed = { server: 's', tool: 'read', kind: 'changed', pinned: {}, present: {} } as const;
const added = { server: 's', tool: 'steal', kind: 'new', present: {} } as const;
const gone = { server: 's', tool: 'write', kind: 'vanished', pinned: {} } as const;
const instructed = { server: 's', tool: '', kind: 'changed', pinned: {}, present: {} } as const;

describe('tools that their MCP server has changed', () => {
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
    const several = change(changed, { ...ofInstructions, kind: 'changed' }, gone).join();
    assert.match(several, /changed 2 of its tools, and its instructions\./);
    watching.dispose();
    assert.deepEqual(change(gone), []);
  });
});

describe('the review of changed tools', () => {
  it('asks in a place that does not cover the comparison, and says what accepting does', async () => {
    const accepted: Drift[] = [];
    const shown: string[] = [];
    const person = createScriptedPerson('Accept', 'Accept', 'Not Now', 'Accept');
    const review = (tool: string) =>
      reviewTools(
        { ensemble: 's', tool },
        {
          ask: { ...person, pick: () => assert.fail('A box on top would hide what is read first.') },
          drifts: () => [changed, added, gone, instructed],
          diffTexts: () => ({ pinned: '', present: '' }),
          accept: async drifts => void accepted.push(...drifts),
          diffs: {
            async show({ after }) {
              shown.push(after.name);
              return { close: async () => {} };
            },
          },
          inform: () => {},
        },
      );
    for (const tool of ['read', 'write', 'steal', '']) await review(tool);
    assert.deepEqual(accepted, [changed, gone, instructed]);
    assert.deepEqual(shown, ['s read', 's write', 's steal', 's instructions']);
    const [ofChanged = '', ofGone = '', ofAdded = '', ofInstructions = ''] = person.asked;
    assert.match(ofChanged, /^s:read has changed.*offer it to models again/);
    assert.match(ofGone, /^s:write was removed/);
    assert.doesNotMatch(ofGone, /offer/);
    assert.match(ofInstructions, /^The instructions of s have changed, as the editor shows\. Models get/);
    assert.match(ofAdded, /^s:steal is new.*offer it to models\.$/);
  });
});

describe('a lock of tools that changes on disk', () => {
  it('is compared with the servers again', async () => {
    const roster = createEnsembleRoster();
    const asked = Promise.withResolvers<void>();
    const server = { definition: {}, reinspect: async () => asked.resolve() };
    await roster.set(Object.assign(createFakeEnsemble('server', {}), server));
    await roster.set(createFakeEnsemble('no_server', {}));
    const watching = watchLocks(roster, 'converser.lock.toml');
    try {
      const file = await writeWorkspaceFile('converser.lock.toml', 'version = 1\n');
      await asked.promise;
      await vscode.workspace.fs.delete(file);
    } finally {
      watching.dispose();
    }
  });
});
