import type { OAuthClientMetadata } from '@modelcontextprotocol/client';
import { serverErrors } from '../../../converser/ensemble/server-errors.ts';

/** Converser's metadata for authorization servers, sent when it registers or published as a document. */
export function clientMetadata(redirectUris: readonly string[]): OAuthClientMetadata {
  return {
    client_name: 'Converser',
    redirect_uris: [...redirectUris],
    grant_types: ['authorization_code', 'refresh_token'],
    response_types: ['code'],
    // A secret inside a public program would not be secret.
    token_endpoint_auth_method: 'none',
    application_type: 'native',
  };
}

/**
 * The address of such a document, as set; `undefined` when it is not set. Throws for an address that cannot be one,
 * rather than register Converser unasked.
 * https://datatracker.ietf.org/doc/html/draft-ietf-oauth-client-id-metadata-document#section-3
 */
export function documentAddress(set: string, server: string): string | undefined {
  const text = set.trim();
  if (text === '') return undefined;
  const url = URL.canParse(text) ? new URL(text) : undefined;
  const isOne =
    url?.protocol === 'https:' &&
    url.pathname !== '/' &&
    url.hash === '' &&
    url.username === '' &&
    url.password === '';
  if (isOne) return text;
  throw serverErrors.signInFailed(
    server,
    'the URL of the client metadata document must begin with https:// and have a path. Correct the setting, or leave it empty.',
  );
}

/**
 * Whether a document can name this address: that of VS Code in a browser changes each time. On this machine, the port
 * does not matter. https://www.rfc-editor.org/rfc/rfc8252#section-7.3
 */
export function isSteady(redirectUrl: string): boolean {
  const { protocol, hostname, search } = new URL(redirectUrl);
  const isWeb = protocol === 'https:' || protocol === 'http:';
  return search === '' && (!isWeb || hostname === '127.0.0.1');
}
