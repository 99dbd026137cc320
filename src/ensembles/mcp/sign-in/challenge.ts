import { computeScopeUnion, extractWWWAuthenticateParams } from '@modelcontextprotocol/client';
import { defined } from '../../../converser/ground/json/defined.ts';

export interface Challenge {
  readonly scope?: string;
  readonly resourceMetadataUrl?: URL;
}

/** A later challenge asks again for the rights of the earlier ones, so that none are lost. */
export function mergeChallenges(
  { scope: before, resourceMetadataUrl: known }: Challenge,
  { scope, resourceMetadataUrl = known }: { readonly [K in keyof Challenge]: Challenge[K] | undefined },
): Challenge {
  return defined({ scope: computeScopeUnion(before, scope), resourceMetadataUrl });
}

export function insufficientScope(response: Response): Challenge | undefined {
  if (response.status !== 403) return undefined;
  const { error, scope, resourceMetadataUrl } = extractWWWAuthenticateParams(response);
  return error === 'insufficient_scope' ? defined({ scope, resourceMetadataUrl }) : undefined;
}
