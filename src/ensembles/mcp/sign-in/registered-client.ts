import type { StoredOAuthClientInformation } from '@modelcontextprotocol/client';
import { defined } from '../../../converser/ground/json/defined.ts';
import { serverErrors } from '../../../converser/words/ensemble/server-errors.ts';
import type { Credentials } from './credentials.ts';
import type { NamingServer } from './reach/allowed-places.ts';

export interface SignInServer extends NamingServer {
  readonly client?: { readonly id: string; readonly secret?: string };
}

/** It is only for the authorization server that the MCP server named first. A later one could be anyone's. */
export async function registeredByHand(
  server: SignInServer & { readonly client: NonNullable<SignInServer['client']> },
  issuer: string,
  credentials: Credentials,
): Promise<StoredOAuthClientInformation> {
  const { id, secret } = server.client;
  const known = await credentials.issuersOf(id);
  const [first] = known;
  if (first !== undefined && !known.map(withoutLastSlash).includes(withoutLastSlash(issuer))) {
    throw serverErrors.signInFailed(server.name, otherIssuerText(first, issuer));
  }
  return defined({ client_id: id, client_secret: secret, issuer: first === undefined ? undefined : issuer });
}

/** Some authorization servers write their name now with a last slash, now without. */
function withoutLastSlash(issuer: string): string {
  return issuer.replace(/\/$/, '');
}

function otherIssuerText(first: string, issuer: string): string {
  return `its client was registered at ${issuerText(first)}, but the server now sends you to ${issuerText(issuer)}. If you trust that, sign out of the server first.`;
}

const longestName = 200;

/** A URL is written in plain letters, whatever the name contains. */
function issuerText(issuer: string): string {
  return URL.canParse(issuer) ? new URL(issuer).href.slice(0, longestName) : 'an unnamed place';
}

export function isRegisteredFor(registration: StoredOAuthClientInformation, redirectUrl: string): boolean {
  const addresses = 'redirect_uris' in registration ? registration.redirect_uris : undefined;
  return !Array.isArray(addresses) || addresses.includes(redirectUrl);
}
