import type { Permissions } from '../../converser/permission/permissions.ts';

/** The same permissions. `begin` is called for each call that is to be decided, and what it returned at the decision. */
export function watchDecisions(
  permissions: Permissions,
  begin: (invocationId: string) => () => void,
): Permissions {
  return {
    async decide(call, signal) {
      const end = begin(call.invocation.id);
      try {
        return await permissions.decide(call, signal);
      } finally {
        end();
      }
    },
  };
}
