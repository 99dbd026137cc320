import type { FetchLike } from '@modelcontextprotocol/client';
import { orAborted } from '../../../converser/ground/async/abort.ts';
import { serverErrors } from '../../../converser/words/ensemble/server-errors.ts';
import type { SignInServer } from './registered-client.ts';
import type { SignInUser } from './sign-in-ports.ts';

/** A no holds until you sign in yourself: a model may call repeatedly. */
export interface SignInConsent {
  isDeclined: boolean;
  /** Reopens the page or answers the question with a yes: you may have closed the page or lost the question. */
  openAgain: (() => Promise<void>) | undefined;
}

export interface AgreementOptions {
  readonly user: SignInUser;
  readonly consent: SignInConsent;
  /** A sign-in that you asked for yourself needs no question. */
  readonly isAskedFor: boolean;
  readonly signal: AbortSignal;
}

export interface Agreement {
  /** Rejects with `sign-in-needed` when you decline to sign in at the place. */
  readonly agreeTo: (place: URL) => Promise<void>;
  readonly hasAgreed: () => boolean;
}

export function createAgreement(
  server: SignInServer,
  { user, consent, isAskedFor, signal }: AgreementOptions,
): Agreement {
  const agreed = new Set<string>();
  let isWanted = isAskedFor;
  async function ask(place: URL): Promise<boolean> {
    const wanted = Promise.withResolvers<boolean>();
    consent.openAgain = async () => {
      isWanted = true;
      wanted.resolve(true);
    };
    const asking = Promise.resolve(user.mayOpen?.({ server: server.name, page: place }, signal));
    const may = (await orAborted(Promise.race([asking, wanted.promise]), signal)) === true;
    consent.openAgain = undefined;
    return may;
  }
  return {
    hasAgreed: () => isWanted || agreed.size > 0,
    async agreeTo(place) {
      if (isWanted || agreed.has(place.origin)) return;
      const may = await ask(place);
      signal.throwIfAborted();
      consent.isDeclined = !may;
      if (!may) throw serverErrors.signInNeeded(server.name);
      agreed.add(place.origin);
    },
  };
}

/** Invariant: before you agree, only reads are sent, to the named server: what it names may be anyone's. */
export function afterAgreement(
  server: SignInServer,
  {
    agreement,
    send,
    pageOf,
  }: { readonly agreement: Agreement; readonly send: FetchLike; readonly pageOf: () => URL | undefined },
): FetchLike {
  const { origin } = new URL(server.url);
  return async (address, init) => {
    const place = new URL(address);
    const isReading = (init?.method ?? 'GET').toUpperCase() === 'GET';
    if (!agreement.hasAgreed() && !(isReading && place.origin === origin)) {
      await agreement.agreeTo(pageOf() ?? place);
    }
    return send(address, init);
  };
}
