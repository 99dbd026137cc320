import type { Host } from '../../../src/converser/host.ts';
import { createPermissions, type Permissions } from '../../../src/converser/permission/permissions.ts';
import { createRandomIds, createSystemClock } from '../../../src/converser/system-ports.ts';

export function createHost(): Host {
  return {
    clock: createSystemClock(),
    ids: createRandomIds(),
    log: { debug() {}, info() {}, warn() {}, error: console.error },
    alerts: { warn: console.error },
    // Asked once about each tool that changes something; later calls are looked up.
    approver: { ask: async () => 'conversation' },
  };
}

export function permissionsOf({ approver }: Host): Permissions {
  return createPermissions({
    approver,
    ruleFor: () => undefined,
    isTrusted: () => true,
    remembered: { has: () => false, add: async () => {} },
  });
}
