import {
  type AuthOptions,
  type AuthResult,
  auth,
  discoverOAuthProtectedResourceMetadata,
  IssuerMismatchError,
  type OAuthClientProvider,
} from '@modelcontextprotocol/client';
import { defined } from '../../../converser/ground/json/defined.ts';

/** Takes March 2025's servers, too. Invariant: refuses names of another origin, which could steal codes. */
export async function authorize(provider: OAuthClientProvider, options: AuthOptions): Promise<AuthResult> {
  try {
    return await auth(provider, options);
  } catch (cause) {
    if (!(await isOwnName(cause, options))) throw cause;
    return await auth(provider, { ...options, skipIssuerMetadataValidation: true });
  }
}

async function isOwnName(cause: unknown, options: AuthOptions): Promise<boolean> {
  if (!(cause instanceof IssuerMismatchError) || cause.kind !== 'metadata') return false;
  const { origin } = new URL(options.serverUrl);
  const isOwn = [cause.expected, cause.received].every(
    name => name !== undefined && URL.canParse(name) && new URL(name).origin === origin,
  );
  return isOwn && !(await namesItsAuthorizationServer(options));
}

async function namesItsAuthorizationServer({
  serverUrl,
  resourceMetadataUrl,
  fetchFn,
}: AuthOptions): Promise<boolean> {
  return discoverOAuthProtectedResourceMetadata(serverUrl, defined({ resourceMetadataUrl }), fetchFn).then(
    () => true,
    () => false,
  );
}
