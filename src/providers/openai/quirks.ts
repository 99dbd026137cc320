import { overflowIn } from '../../converser/ground/context-overflow.ts';
import type { ModelRequest } from '../../converser/words/models/provider.ts';
import { type ThoughtsBack, thoughtsWanted } from '../../dialects/options/kept-thoughts.ts';
import { reasonIn } from '../wire/explain-error.ts';

export interface Quirks {
  readonly noUsage?: boolean;
  readonly completionTokens?: boolean;
  readonly noReplySchema?: boolean;
  readonly noEffort?: ReadonlySet<string>;
  readonly singleCalls?: ReadonlySet<string>;
  readonly thoughts?: ReadonlyMap<string, ThoughtsBack>;
}

export function learn(
  cause: unknown,
  known: Quirks,
  { model, replySchema, wanted }: Pick<ModelRequest, 'replySchema' | 'wanted'> & { readonly model: string },
): Quirks | undefined {
  const { status, message } = Object(cause) as { readonly status?: unknown; readonly message?: unknown };
  if ((status !== 400 && status !== 422) || typeof message !== 'string') return undefined;
  if (overflowIn({ status, code: '', reason: message }) !== undefined) return undefined;
  if (!known.noUsage && /stream_options|include_usage/.test(message)) return { ...known, noUsage: true };
  if (!known.completionTokens && message.includes('max_completion_tokens'))
    return { ...known, completionTokens: true };
  if (!known.noReplySchema && replySchema !== undefined && message.includes('response_format'))
    return { ...known, noReplySchema: true };
  const { noEffort = new Set(), singleCalls = new Set(), thoughts = new Map() } = known;
  const back = thoughtsWanted(reasonIn(cause));
  if (back !== undefined && !thoughts.has(model))
    return { ...known, thoughts: new Map([...thoughts, [model, back]]) };
  // The template of Llama 3 says so, on any server.
  if (!singleCalls.has(model) && message.includes('only supports single tool-call'))
    return { ...known, singleCalls: new Set([...singleCalls, model]) };
  // An option that you want yourself is not left out without a word.
  if (wanted?.effort === undefined && !noEffort.has(model) && message.includes('reasoning_effort'))
    return { ...known, noEffort: new Set([...noEffort, model]) };
  return undefined;
}

/** The grammar of one schema may be too large, or one keyword unknown. llama.cpp reports that with a plain 500. */
export function refusesSchema(cause: unknown): boolean {
  const { status, message } = Object(cause) as { readonly status?: unknown; readonly message?: unknown };
  const isRefusal = status === 400 || status === 422 || status === 500 || status === 501;
  return isRefusal && /grammar|schema|response.?format|structured|guided/i.test(String(message));
}
