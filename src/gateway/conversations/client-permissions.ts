import type { Permissions } from '../../converser/call/permission/permissions.ts';

/** The same permissions, which are told for which program they decide. */
export function permissionsFor(client: string, { decide }: Permissions): Permissions {
  return { decide: (call, signal) => decide({ ...call, client }, signal) };
}
