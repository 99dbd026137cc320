import type { ModelRequest } from '../../converser/models/provider.ts';

/** What a server turned out to refuse. */
export interface Quirks {
  /** It will not be asked for the usage. */
  readonly noUsage?: boolean;
  /** Its limit of length has another name. */
  readonly completionTokens?: boolean;
  /** It takes no schema of a reply. */
  readonly noReplySchema?: boolean;
}

/** What the refusal of a request teaches; `undefined` when there is nothing to do differently. */
export function learn(
  cause: unknown,
  known: Quirks,
  { replySchema }: Pick<ModelRequest, 'replySchema'>,
): Quirks | undefined {
  const { status, message } = Object(cause) as { readonly status?: unknown; readonly message?: unknown };
  if ((status !== 400 && status !== 422) || typeof message !== 'string') return undefined;
  if (!known.noUsage && /stream_options|include_usage/.test(message)) return { ...known, noUsage: true };
  if (!known.completionTokens && message.includes('max_completion_tokens'))
    return { ...known, completionTokens: true };
  if (!known.noReplySchema && replySchema !== undefined && message.includes('response_format'))
    return { ...known, noReplySchema: true };
  return undefined;
}

/**
 * Whether a server could do nothing with this very schema, although it takes others: a grammar that became too
 * large, or a word it does not know. llama.cpp says so with a plain 500.
 */
export function refusesSchema(cause: unknown): boolean {
  const { status, message } = Object(cause) as { readonly status?: unknown; readonly message?: unknown };
  const isRefusal = status === 400 || status === 422 || status === 500 || status === 501;
  return isRefusal && /grammar|schema|response.?format|structured|guided/i.test(String(message));
}
