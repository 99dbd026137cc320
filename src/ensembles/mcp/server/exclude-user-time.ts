import type { ConnectionPorts } from '../connection/connection-ports.ts';

/** Waits for an answer of the user. The wait does not count towards the time that a server has to start. */
export type WaitForUser = <T>(answer: () => Promise<T>) => Promise<T>;

/** The same sign-ins, whose waits for the user during a start go through `waitForUser`. */
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
