import type Anthropic from '@anthropic-ai/sdk';
import { needsThoughts, thoughtsWanted } from '../../dialects/options/kept-thoughts.ts';
import type { Connection } from '../wire/connection.ts';
import { reasonIn } from '../wire/explain-error.ts';
import { isVendor, vendorUrl } from './client.ts';

/** What servers that only speak like the vendor want in a history. */
export interface ServerWants {
  /** Thinking goes back without a signature, and calls have some. */
  readonly unsigned: boolean;
  /** Results without content have an empty list: https://github.com/EYHN/kwwk/issues/142 */
  readonly emptyResults: boolean;
  /** `false` means that the rejection is about something else. */
  learn(cause: unknown, messages: readonly Anthropic.MessageParam[]): boolean;
}

export function createServerWants({ baseUrl = vendorUrl }: Pick<Connection, 'baseUrl'>): ServerWants {
  let unsigned = needsThoughts(URL.parse(baseUrl)?.hostname ?? '');
  let emptyResults = !isVendor(baseUrl);
  const learnt = new Set<'unsigned' | 'signed' | 'empty'>();

  function wantIn(cause: unknown, messages: readonly Anthropic.MessageParam[]) {
    const reason = reasonIn(cause);
    if (!unsigned && thoughtsWanted(reason) === 'needed') return 'unsigned';
    if (unsigned && /\bsignature\b/i.test(reason)) return 'signed';
    const isEmpty = emptyResults && messages.some(hasEmptyResult);
    return isEmpty && /\b(content|empty|tool_result)\b/i.test(reason) ? 'empty' : undefined;
  }

  return {
    get unsigned() {
      return unsigned;
    },
    get emptyResults() {
      return emptyResults;
    },
    learn(cause, messages) {
      const { status } = Object(cause) as { readonly status?: unknown };
      const want = status === 400 || status === 422 ? wantIn(cause, messages) : undefined;
      if (want === undefined || learnt.has(want)) return false;
      learnt.add(want);
      if (want === 'empty') emptyResults = false;
      else unsigned = want === 'unsigned';
      return true;
    },
  };
}

function hasEmptyResult({ content }: Anthropic.MessageParam): boolean {
  return (
    typeof content !== 'string' &&
    content.some(block => block.type === 'tool_result' && block.content?.length === 0)
  );
}
