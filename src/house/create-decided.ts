import { createVouching, isAmong, type Vouching } from '../converser/call/caution/caution.ts';
import { type Approvals, createApprovals } from '../converser/call/permission/approvals.ts';
import { createPermissions, type Permissions } from '../converser/call/permission/permissions.ts';
import { defined } from '../converser/ground/json/defined.ts';
import type { HostPorts } from './host-ports.ts';

export interface Decided {
  readonly permissions: Permissions;
  readonly approvals: Approvals;
  readonly vouching: Vouching;
}

export function createDecided({
  host: { clock },
  settings,
  decisions,
}: Pick<HostPorts, 'host' | 'settings' | 'decisions'>): Decided {
  const vouching = createVouching({
    has: source => isAmong(source, settings.trustedSources),
    ...defined({ add: decisions.trustSource }),
  });
  const approvals = createApprovals(decisions.approvals);
  const permissions = createPermissions({
    clock,
    rules: decisions.rules,
    approvals,
    vouching,
    timeLimit: () => settings.questionTimeLimit,
    circumstances: () => ({ isTrusted: decisions.isTrusted(), mode: settings.permissionMode }),
  });
  return { permissions, approvals, vouching };
}
