import type { Permissions } from '../../converser/call/permission/permissions.ts';

export function permissionsFor(client: string, { decide }: Permissions): Permissions {
  return { decide: (call, signal) => decide({ ...call, client }, signal) };
}
