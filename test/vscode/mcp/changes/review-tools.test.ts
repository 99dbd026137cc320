import assert from 'node:assert/strict';
import type { Drift } from '../../../../src/ensembles/mcp/lock/find-drift.ts';
import { reviewTools } from '../../../../src/vscode/mcp/changes/review-tools.ts';
import { createScriptedPerson } from '../../../fakes/scripted-person.ts';

describe('the review of changed tools', () => {
  const changed = { server: 's', tool: 'read', kind: 'changed', pinned: {}, present: {} } as const;
  const added = { server: 's', tool: 'steal', kind: 'new', present: {} } as const;
  const told = { server: 's', tool: '', kind: 'changed', pinned: {}, present: {} } as const;
  const gone = { server: 's', tool: 'write', kind: 'vanished', pinned: {} } as const;

  it('asks in a place that does not cover the comparison, and says what accepting does', async () => {
    const accepted: Drift[] = [];
    const shown: string[] = [];
    const person = createScriptedPerson('Accept', 'Accept', 'Not Now', 'Accept');
    const review = (tool: string) =>
      reviewTools(
        { ensemble: 's', tool },
        {
          ask: { ...person, pick: () => assert.fail('A box on top would hide what is read first.') },
          drifts: () => [changed, added, gone, told],
          diffTexts: () => ({ pinned: '', present: '' }),
          accept: async drifts => void accepted.push(...drifts),
          documents: { show: async ({ tool }) => void shown.push(tool), dispose: () => {} },
          inform: () => {},
        },
      );
    for (const tool of ['read', 'write', 'steal', '']) await review(tool);
    assert.deepEqual(accepted, [changed, gone, told]);
    assert.deepEqual(shown, ['read', 'write', 'steal', '']);
    const [ofChanged = '', ofGone = '', ofAdded = '', ofInstructions = ''] = person.asked;
    assert.match(ofChanged, /^s:read has changed.*offer it to models again/);
    assert.match(ofGone, /^s:write was removed/);
    assert.doesNotMatch(ofGone, /offer/);
    assert.match(ofInstructions, /^The instructions of s have changed, as the editor shows\. Models get/);
    assert.match(ofAdded, /^s:steal is new.*offer it to models\.$/);
  });
});
