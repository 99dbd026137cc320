import {
  type AuthOptions,
  type AuthResult,
  auth,
  discoverOAuthProtectedResourceMetadata,
  IssuerMismatchError,
  type OAuthClientProvider,
} from '@modelcontextprotocol/client';

/**
 * The library's way to tokens, and the way of the specification of March 2025 where a server knows no other: the
 * server itself tells who lets people in, and may call that by a path of its own, which the library would take for
 * somebody else's name.
 *
 * Invariant: a name of another origin is refused all the same. Else a server could pass for somebody trustworthy, and
 * get at the codes that are meant for them.
 */
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

/** As every specification since June 2025 has it. */
async function namesItsAuthorizationServer({
  serverUrl,
  resourceMetadataUrl,
  fetchFn,
}: AuthOptions): Promise<boolean> {
  const where = resourceMetadataUrl === undefined ? {} : { resourceMetadataUrl };
  return discoverOAuthProtectedResourceMetadata(serverUrl, where, fetchFn).then(
    () => true,
    () => false,
  );
}
