import { createApprovals } from '../../../../src/converser/call/permission/approvals.ts';
import {
  createPermissions,
  type PermissionsOptions,
} from '../../../../src/converser/call/permission/permissions.ts';
import { createFakeMemory, rulesOf } from '../../../fakes/fake-approvals.ts';
import { createFakeApprover, createFakeClock } from '../../../fakes/fake-host.ts';

/** Permissions in a trusted workspace, without rules, and with nobody to say yes. */
export function createTestPermissions(given: Partial<PermissionsOptions>) {
  return createPermissions({
    approver: createFakeApprover([]),
    clock: createFakeClock(),
    rules: rulesOf({}),
    circumstances: () => ({ isTrusted: true, mode: 'changes' }),
    approvals: createApprovals(createFakeMemory()),
    ...given,
  });
}
