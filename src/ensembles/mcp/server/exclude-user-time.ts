import type { ConnectionPorts, WaitForUser } from '../connection/connection-ports.ts';

export function signInsExcludingUserTime(
  signIns: ConnectionPorts['signIns'],
  waitForUser: WaitForUser,
): ConnectionPorts['signIns'] {
  if (signIns === undefined) return undefined;
  return {
    forConnection(...args) {
      const auth = signIns.forConnection(...args);
      return { ...auth, signIn: () => waitForUser(() => auth.signIn()) };
    },
  };
}
