import type { Clock } from '../../../converser/ground/ports.ts';
import type { SecretStore } from './credentials.ts';
import type { SignInNetwork } from './reach/allowed-places.ts';
import type { Redirects } from './redirects.ts';

/** What the host supplies so that you can sign in. */
export interface SignInPorts {
  readonly secrets: SecretStore;
  readonly redirects: Redirects;
  readonly user: SignInUser;
  readonly clock: Clock;
  readonly network?: SignInNetwork;
}

/** You, and your browser. */
export interface SignInUser {
  /** Is given addresses of http and https only. */
  readonly openBrowser: (page: URL) => Promise<void>;
  /**
   * Asks whether you want to sign in now, at that place. Absent: you are not asked, and a server that requires a
   * sign-in fails until you sign in yourself.
   *
   * Contract: resolves to `false` when the signal aborts; never rejects.
   */
  readonly mayOpen?: (question: SignInQuestion, signal: AbortSignal) => Promise<boolean>;
  /** A sentence about what to do where `mayOpen` is absent. Default: sign in. */
  readonly withoutAsking?: string;
}

export interface SignInQuestion {
  readonly server: string;
  /** The page that you would sign in on, or where it would be found, if that is not known yet. */
  readonly page: URL;
}
