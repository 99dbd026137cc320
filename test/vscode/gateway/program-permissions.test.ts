import assert from 'node:assert/strict';
import { createApprovals } from '../../../src/converser/call/permission/approvals.ts';
import { createPermissions } from '../../../src/converser/call/permission/permissions.ts';
import { byProgram } from '../../../src/vscode/gateway/program-permissions.ts';
import { createFakeMemory, rulesOf } from '../../fakes/fake-approvals.ts';
import { createFakeInvoker } from '../../fakes/fake-ensemble.ts';
import { createFakeApprover, createFakeClock } from '../../fakes/fake-host.ts';
import { canisterMaker } from '../../sidebar/canisters.ts';

describe('what you allow for a program', () => {
  const make = canisterMaker();
  const invoker = createFakeInvoker({
    name: 'write',
    annotations: { readOnly: false },
    invocable: () => 'Written.',
  });

  it('holds in all of its conversations, for no other program, and only as long as its key', async () => {
    let keyId = 'first';
    const approver = createFakeApprover(['conversation', 'deny', 'deny', 'deny']);
    const permissions = byProgram(
      createPermissions({
        approver,
        clock: createFakeClock(),
        rules: rulesOf({}),
        circumstances: () => ({ isTrusted: true, mode: 'changes' }),
        approvals: createApprovals(createFakeMemory()),
      }),
      () => keyId,
    );
    const { signal } = new AbortController();
    const allows = async (conversationId: string, client?: string) => {
      const invocation = make.invocation('call-1', 'fake:write', {});
      const call = { conversationId, invocation, invoker, ...(client && { client }) };
      return (await permissions.decide(call, signal)).allowed;
    };
    assert.equal(await allows('one', 'cline'), true);
    assert.equal(await allows('two', 'cline'), true);
    assert.equal(approver.asked.length, 1);
    assert.equal(approver.asked[0]?.client, 'cline');
    assert.equal(await allows('one', 'codex'), false);
    assert.equal(await allows('one'), false);
    assert.equal(approver.asked.length, 3);
    keyId = 'second';
    assert.equal(await allows('one', 'cline'), false);
    assert.equal(approver.asked.length, 4);
  });
});
