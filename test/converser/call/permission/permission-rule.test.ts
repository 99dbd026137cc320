import assert from 'node:assert/strict';
import { type Circumstances, verdictOn } from '../../../../src/converser/call/permission/permission-rule.ts';
import type { Invoker } from '../../../../src/converser/words/ensemble/invoker.ts';
import type { PermissionRule } from '../../../../src/converser/words/permission/rules.ts';
import { createFakeInvoker } from '../../../fakes/fake-ensemble.ts';

interface Given extends Partial<Circumstances> {
  readonly setting?: PermissionRule;
}

function rule(
  given: Partial<Invoker>,
  { setting, isTrusted = true, mode = 'changes', acceptsEdits = false }: Given = {},
) {
  const invoker = createFakeInvoker({ name: 'tool', invocable: () => 'unused', ...given });
  const ruling = setting === undefined ? {} : { rule: { rule: setting, text: 'fake:tool' } };
  return verdictOn(invoker, ruling, { isTrusted, mode, place: 'the rules', acceptsEdits }).rule;
}

const reads = { annotations: { readOnly: true } };
const writes = { annotations: { readOnly: false } };

describe('the rule for a tool', () => {
  it('is to ask about what a folder defines, whatever a setting or the folder says, but for a denial', () => {
    for (const claims of [reads, writes]) {
      const folder = { ...claims, origin: 'workspace' as const };
      assert.equal(rule(folder), 'ask');
      assert.equal(rule({ ...folder, permission: 'allow' }), 'ask');
      assert.equal(rule(folder, { setting: 'allow' }), 'ask');
      assert.equal(rule(folder, { setting: 'deny' }), 'deny');
      assert.equal(rule({ ...folder, permission: 'deny' }, { setting: 'allow' }), 'deny');
      assert.equal(rule(folder, { isTrusted: false }), 'deny');
    }
  });

  it('is to allow what reads and was shipped, also where nothing else is trusted', () => {
    const shipped = { ...reads, origin: 'shipped' as const };
    assert.deepEqual([rule(shipped), rule(shipped, { isTrusted: false })], ['allow', 'allow']);
    assert.equal(rule({ ...shipped, ...writes }, { isTrusted: false }), 'deny');
    assert.equal(rule({ ...reads, origin: 'user' }, { isTrusted: false }), 'deny');
  });

  it('is the user’s setting before that of the descriptor, and to ask about what writes without either', () => {
    const user = { ...writes, origin: 'user' as const };
    assert.equal(rule(user), 'ask');
    assert.equal(rule({ ...user, permission: 'allow' }), 'allow');
    assert.equal(rule({ ...user, permission: 'allow' }, { setting: 'ask' }), 'ask');
    assert.equal(rule(user, { setting: 'allow' }), 'allow');
    assert.equal(rule({ ...user, permission: 'deny' }), 'deny');
    assert.equal(rule({ ...user, permission: 'deny' }, { setting: 'allow' }), 'deny');
  });

  it('is to allow edits where the conversation’s mode accepts them, unless something else says no or ask', () => {
    const edits = { ...writes, origin: 'shipped' as const, isEdit: true as const };
    const accepting = { acceptsEdits: true };
    assert.deepEqual([rule(edits), rule(edits, accepting)], ['ask', 'allow']);
    assert.equal(rule({ ...writes, origin: 'shipped' }, accepting), 'ask');
    assert.equal(rule({ ...edits, origin: 'workspace' }, accepting), 'ask');
    for (const own of ['ask', 'deny'] as const) {
      assert.equal(rule(edits, { ...accepting, setting: own }), own);
      assert.equal(rule({ ...edits, permission: own }, accepting), own);
    }
    assert.equal(rule(edits, { ...accepting, mode: 'everything' }), 'ask');
    assert.equal(rule(edits, { ...accepting, isTrusted: false }), 'deny');
  });

  it('is by the mode where neither a setting nor what brought the tool here decides', () => {
    const [user, folder] = [{ origin: 'user' as const }, { origin: 'workspace' as const }];
    const disputed = { ...reads, ...user, claims: { destructive: true } };
    for (const [mode, wanted] of [
      ['everything', ['ask', 'ask', 'ask', 'ask', 'ask', 'ask']],
      ['changes', ['allow', 'ask', 'ask', 'ask', 'allow', 'ask']],
      ['trusted', ['allow', 'allow', 'allow', 'ask', 'allow', 'ask']],
    ] as const) {
      const found = [
        rule({ ...reads, ...user }, { mode }),
        rule({ ...writes, ...user }, { mode }),
        rule(disputed, { mode }),
        rule({ ...writes, ...user, permission: 'ask' }, { mode }),
        rule({ ...writes, ...user, permission: 'allow' }, { mode }),
        rule({ ...reads, ...folder }, { mode }),
      ];
      assert.deepEqual(found, wanted, mode);
      assert.equal(rule({ ...writes, ...user }, { mode, setting: 'allow' }), 'allow');
      assert.equal(rule({ ...reads, ...user }, { mode, setting: 'ask' }), 'ask');
      assert.equal(rule({ ...reads, ...user }, { mode, setting: 'deny' }), 'deny');
      assert.equal(rule({ ...writes, ...user }, { mode, isTrusted: false }), 'deny');
    }
  });
});
