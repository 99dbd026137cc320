import { createApprovals } from '../../../src/converser/call/permission/approvals.ts';
import { createPermissions, type Permissions } from '../../../src/converser/call/permission/permissions.ts';
import type { Host } from '../../../src/converser/ground/host.ts';
import { createKnownSecrets } from '../../../src/converser/ground/secrets/known-secrets.ts';
import { createRandomIds, createSystemClock } from '../../../src/converser/ground/system-ports.ts';
import type { Approver } from '../../../src/converser/words/permission/approver.ts';
import { noRules } from '../../../src/converser/words/permission/rules.ts';

export function createHost(): Host {
  return {
    clock: createSystemClock(),
    ids: createRandomIds(),
    log: { debug() {}, info() {}, warn() {}, error: console.error },
    alerts: { warn: console.error },
    secrets: createKnownSecrets(),
  };
}

/** Asked once about each tool that changes something; later calls are looked up. */
const allowing: Approver = { ask: async () => ({ kind: 'allow', scope: 'conversation' }) };

export function permissionsOf({ clock }: Host): Permissions {
  return createPermissions({
    approver: allowing,
    clock,
    rules: noRules,
    circumstances: () => ({ isTrusted: true, mode: 'changes' }),
    approvals: createApprovals({ all: () => [], add: async () => {}, remove: async () => {} }),
  });
}
