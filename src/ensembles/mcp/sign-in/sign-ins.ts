import type { FetchLike } from '@modelcontextprotocol/client';
import { defined } from '../../../converser/ground/json/defined.ts';
import { serverErrors } from '../../../converser/words/ensemble/server-errors.ts';
import type { ServerDefinition } from '../definition/server-definition.ts';
import { createAccount } from './account.ts';
import { type Challenge, mergeChallenges } from './challenge.ts';
import { type ConnectionAuth, createConnectionAuth } from './connection-auth.ts';
import type { ServerAccount } from './server-account.ts';
import type { SignInPorts } from './sign-in-ports.ts';

export interface SignIns {
  forConnection(definition: ServerDefinition, send: FetchLike): Promise<ConnectionAuth>;
  signIn(definition: ServerDefinition): Promise<void>;
  stop(definition: ServerDefinition): void;
  signOut(definition: ServerDefinition): Promise<void>;
  isSignedIn(definition: ServerDefinition): Promise<boolean>;
}

/** Contract: the values of a definition are filled in, and its transport is HTTP. */
export function createSignIns(ports: SignInPorts): SignIns {
  const accounts = new Map<string, ServerAccount>();
  const accountOf = (definition: ServerDefinition): ServerAccount => {
    const { transport, name } = definition;
    if (transport.kind === 'stdio') throw serverErrors.notOffered(name, 'anything to sign in to');
    const { url, oauthClientId: id, oauthClientSecret: secret, oauthHosts: hosts } = transport;
    const key = JSON.stringify([name, url, id, secret, hosts]);
    const client = id === undefined ? undefined : defined({ id, secret });
    const known = accounts.get(key) ?? {
      account: createAccount(defined({ name, url, client, hosts }), ports),
      asked: definedScope(definition),
    };
    accounts.set(key, known);
    return known;
  };
  return {
    forConnection: async (definition, send) => createConnectionAuth(accountOf(definition), send),
    async signIn(definition) {
      const { account, asked } = accountOf(definition);
      await account.signIn(asked, { isAskedFor: true });
    },
    stop: definition => accountOf(definition).account.stop(),
    async signOut(definition) {
      const known = accountOf(definition);
      // The rights go with the account; the address of the server's metadata stays true.
      known.asked = mergeChallenges(definedScope(definition), { ...known.asked, scope: undefined });
      await known.account.signOut();
    },
    isSignedIn: async definition => (await accountOf(definition).account.token()) !== undefined,
  };
}

function definedScope({ transport }: ServerDefinition): Challenge {
  return defined({ scope: transport.kind === 'stdio' ? undefined : transport.oauthScope });
}
