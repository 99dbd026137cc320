import type { OAuthClientMetadata } from '@modelcontextprotocol/client';
import { errors } from '../../../converser/errors.ts';

/** What authorization servers are told of us, be it by registering or by a document that somebody has published. */
export function clientMetadata(redirectUris: readonly string[]): OAuthClientMetadata {
  return {
    client_name: 'Converser',
    redirect_uris: [...redirectUris],
    grant_types: ['authorization_code', 'refresh_token'],
    response_types: ['code'],
    // What everybody can read in a program that everybody has would be no secret.
    token_endpoint_auth_method: 'none',
    application_type: 'native',
  };
}

/**
 * Where such a document is, as somebody has set it; nothing where they have not. An address that cannot be one is
 * told: whoever has set it does not want to be registered instead.
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
  throw errors.signInFailed(
    server,
    'the address of the client metadata document that is set has to begin with https:// and to name a file there. Correct it, or leave it empty.',
  );
}

/**
 * Whether a document can name this address: the one of a browser's workbench is another one each time. Of this
 * machine's own, the port does not count. https://www.rfc-editor.org/rfc/rfc8252#section-7.3
 */
export function isSteady(redirectUrl: string): boolean {
  const { protocol, hostname, search } = new URL(redirectUrl);
  const isWeb = protocol === 'https:' || protocol === 'http:';
  return search === '' && (!isWeb || hostname === '127.0.0.1');
}
