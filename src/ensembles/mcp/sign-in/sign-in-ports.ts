import type { Clock } from '../../../converser/ground/ports.ts';
import type { SecretStore } from './credentials.ts';
import type { SignInNetwork } from './reach/allowed-places.ts';
import type { Redirects } from './redirects.ts';

export interface SignInPorts {
  readonly secrets: SecretStore;
  readonly redirects: Redirects;
  readonly user: SignInUser;
  readonly clock: Clock;
  readonly network?: SignInNetwork;
}

export interface SignInUser {
  /** Gets only http and https addresses. */
  readonly openBrowser: (page: URL) => Promise<void>;
  /** Contract: `false` when the signal aborts; never rejects. Without it, you start sign-ins yourself. */
  readonly mayOpen?: (question: SignInQuestion, signal: AbortSignal) => Promise<boolean>;
  readonly withoutAsking?: string;
}

export interface SignInQuestion {
  readonly server: string;
  /** It is where the page would be found, if that isn't known yet. */
  readonly page: URL;
}
