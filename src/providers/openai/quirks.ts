/** What a server turned out to refuse. */
export interface Quirks {
  /** It will not be asked for the usage. */
  readonly noUsage?: boolean;
  /** Its limit of length has another name. */
  readonly completionTokens?: boolean;
}

/** What a refusal teaches; `undefined` when there is nothing to do differently. */
export function learn(cause: unknown, known: Quirks): Quirks | undefined {
  const { status, message } = Object(cause) as { readonly status?: unknown; readonly message?: unknown };
  if ((status !== 400 && status !== 422) || typeof message !== 'string') return undefined;
  if (!known.noUsage && /stream_options|include_usage/.test(message)) return { ...known, noUsage: true };
  if (!known.completionTokens && message.includes('max_completion_tokens'))
    return { ...known, completionTokens: true };
  return undefined;
}
