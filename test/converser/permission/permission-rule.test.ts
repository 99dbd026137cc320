import assert from 'node:assert/strict';
import type { Invoker } from '../../../src/converser/ensemble/invoker.ts';
import { verdictOn } from '../../../src/converser/permission/permission-rule.ts';
import type { PermissionRule } from '../../../src/converser/permission/rules.ts';
import { createFakeInvoker } from '../../fakes/fake-ensemble.ts';

function rule(
  given: Partial<Invoker>,
  { setting, isTrusted = true }: { readonly setting?: PermissionRule; readonly isTrusted?: boolean } = {},
) {
  const invoker = createFakeInvoker({ name: 'tool', invocable: () => 'unused', ...given });
  const ruling = setting === undefined ? {} : { rule: { rule: setting, text: 'fake:tool' } };
  return verdictOn(invoker, ruling, isTrusted).rule;
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

  it("is the user's setting before that of the descriptor, and to ask about what writes without either", () => {
    const user = { ...writes, origin: 'user' as const };
    assert.equal(rule(user), 'ask');
    assert.equal(rule({ ...user, permission: 'allow' }), 'allow');
    assert.equal(rule({ ...user, permission: 'allow' }, { setting: 'ask' }), 'ask');
    assert.equal(rule(user, { setting: 'allow' }), 'allow');
    assert.equal(rule({ ...user, permission: 'deny' }), 'deny');
  });
});
