import { defined } from '../../../converser/json/defined.ts';
import type { ConnectionPorts } from '../connection/connection-ports.ts';
import type { BeforeStartPorts } from './before-start-ports.ts';

/** Waits for an answer of the user. The wait does not count towards the time that a server has to start. */
export type WaitForUser = <T>(answer: () => Promise<T>) => Promise<T>;

/** The same ports, whose waits for the user during a start go through `waitForUser`. */
export function beforeStartExcludingUserTime(
  { approve, fillIn }: BeforeStartPorts,
  waitForUser: WaitForUser,
): BeforeStartPorts {
  return defined({
    approve: approve && ((...args: Parameters<typeof approve>) => waitForUser(async () => approve(...args))),
    fillIn: fillIn && ((...args: Parameters<typeof fillIn>) => waitForUser(() => fillIn(...args))),
  });
}

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
