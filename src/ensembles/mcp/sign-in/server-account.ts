import { computeScopeUnion } from '@modelcontextprotocol/client';
import { ownError } from '../../../converser/ground/causes.ts';
import type { Account } from './account.ts';
import { type Challenge, mergeChallenges } from './challenge.ts';

export interface ServerAccount {
  readonly account: Account;
  asked: Challenge;
}

/** A connection never tries twice for rights that didn't help. */
export interface ScopeUpgrade {
  signIn(challenge: Challenge): Promise<void>;
  /** It doesn't say why rights weren't granted: the server's own refusal is clearer. */
  isGranted(challenge: Challenge): Promise<boolean>;
  giveUp(challenge: Challenge): void;
  isGivenUp(challenge: Challenge): boolean;
}

export function createScopeUpgrade(server: ServerAccount): ScopeUpgrade {
  const useless = new Set<string>();
  const isGivenUp = ({ scope }: Challenge) => useless.has(scope ?? '');

  async function signIn(challenge: Challenge): Promise<void> {
    const { account } = server;
    const scope = computeScopeUnion(await account.grantedScope(), challenge.scope) ?? '';
    await account.signIn({ ...challenge, scope }, { isAskedFor: false });
    // Only after they were granted: a right that is never granted would otherwise block all others.
    server.asked = mergeChallenges(server.asked, challenge);
  }

  return {
    signIn,
    isGivenUp,
    giveUp: ({ scope }) => void useless.add(scope ?? ''),
    async isGranted(challenge) {
      if (isGivenUp(challenge)) return false;
      return signIn(challenge).then(
        () => true,
        () => false,
      );
    },
  };
}

export function isSignInNeeded(cause: unknown): boolean {
  return ownError(cause)?.code === 'sign-in-needed';
}
