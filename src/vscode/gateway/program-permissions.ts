import type { Permissions } from '../../converser/call/permission/permissions.ts';

/**
 * What you allow for a program holds in all of its conversations, because it may begin a new one with each request. It
 * ends with the program's key.
 */
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
