import type { OAuthDiscoveryState } from '@modelcontextprotocol/client';
import { isLoopback } from '../../../../converser/ground/addresses.ts';
import { serverErrors } from '../../../../converser/words/ensemble/server-errors.ts';
import { webPage } from '../../web-page.ts';
import { checkScheme, type NamingServer } from './allowed-places.ts';

/** S256 protects codes: https://modelcontextprotocol.io/specification/2025-11-25/basic/authorization */
export function checkAuthorizationServer(found: OAuthDiscoveryState, server: NamingServer): void {
  const { authorizationServerMetadata: metadata, resourceMetadata } = found;
  // A server of March 2025 may have no metadata at all, and then is its own authorization server.
  const isOfMarch2025 = metadata === undefined && resourceMetadata === undefined;
  const methods = metadata?.code_challenge_methods_supported;
  if (!isOfMarch2025 && !methods?.includes('S256')) {
    throw serverErrors.signInFailed(server.name, withoutProof(found, methods));
  }
  const page = announcedPage(found);
  // On this machine the server may be known to the browser by another name.
  if (page !== undefined && !isLoopback(server.url)) checkScheme(page, server);
}

export function announcedPage(found: OAuthDiscoveryState | undefined): URL | undefined {
  const endpoint = found?.authorizationServerMetadata?.authorization_endpoint;
  return endpoint === undefined ? undefined : webPage(endpoint);
}

function withoutProof(
  { authorizationServerUrl }: OAuthDiscoveryState,
  methods: readonly string[] | undefined,
): string {
  const { origin } = new URL(authorizationServerUrl);
  const lack =
    methods === undefined ? 'does not say that it supports PKCE' : 'does not support PKCE with S256';
  return `the authorization server at ${origin} ${lack}, without which others could use your sign-in. Ask its operator to list S256 in code_challenge_methods_supported of its metadata, or set an API key in the server’s headers.`;
}
