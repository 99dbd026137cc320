import type { Permissions } from '../../converser/call/permission/permissions.ts';

/** A program may begin a new conversation with each request, so what you allow holds in all of them. */
export function byProgram(
  { decide }: Permissions,
  keyIdOf: (client: string) => string | undefined,
): Permissions {
  return {
    decide(call, signal) {
      const { client } = call;
      if (client === undefined) return decide(call, signal);
      return decide({ ...call, conversationId: `program ${client} ${keyIdOf(client) ?? ''}` }, signal);
    },
  };
}
