import type { Permissions } from '../../converser/permission/permissions.ts';

/** What you allow for a program holds in all of its conversations: it may begin a new one with each request. */
export function byProgram({ decide }: Permissions): Permissions {
  return {
    decide(call, signal) {
      const { client } = call;
      return decide(client === undefined ? call : { ...call, conversationId: `program ${client}` }, signal);
    },
  };
}
