import type { OAuthClientMetadata } from '@modelcontextprotocol/client';

export function clientMetadata(redirectUris: readonly string[]): OAuthClientMetadata {
  return {
    client_name: 'Converser',
    redirect_uris: [...redirectUris],
    grant_types: ['authorization_code', 'refresh_token'],
    response_types: ['code'],
    // A secret inside a public program wouldn't be secret.
    token_endpoint_auth_method: 'none',
    application_type: 'native',
  };
}
