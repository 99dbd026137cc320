import type { ModelRequest } from '../../converser/words/models/provider.ts';
import type { NativizeOptions } from '../../dialects/anthropic-messages/nativize-request.ts';
import { refersToTools } from '../../dialects/anthropic-messages/tools/tool-references.ts';
import { needsThoughts, thoughtsWanted } from '../../dialects/options/kept-thoughts.ts';
import type { Connection } from '../wire/connection.ts';
import { reasonIn } from '../wire/explain-error.ts';

type Wanted = Pick<NativizeOptions, 'references' | 'unsigned' | 'emptyResults'>;

export interface ServerWants {
  readonly wanted: () => Wanted;
  /** `false` means that the rejection is about something else. Otherwise, it is heeded from now on. */
  learn(cause: unknown, request: ModelRequest): boolean;
}

const vendorUrl = 'https://api.anthropic.com';

/** What a server wants in a history. Kimi’s takes no result without content: https://github.com/EYHN/kwwk/issues/142 */
export function createServerWants(
  { baseUrl = vendorUrl }: Pick<Connection, 'baseUrl'>,
  model: string,
): ServerWants {
  const url = URL.parse(baseUrl);
  const isVendor = url?.origin === vendorUrl;
  let references = isVendor && refersToTools(model);
  let unsigned = needsThoughts(url?.hostname ?? '');
  return {
    wanted: () => ({ references, unsigned, emptyResults: !isVendor }),
    learn(cause, { tools }) {
      const { status, message } = Object(cause) as { readonly status?: unknown; readonly message?: unknown };
      if (status !== 400) return false;
      const isReferring = references && tools.some(({ found }) => found);
      if (isReferring && refusesReferences.test(String(message))) references = false;
      else if (!unsigned && thoughtsWanted(reasonIn(cause)) === 'needed') unsigned = true;
      else return false;
      return true;
    },
  };
}

const refusesReferences = /defer_loading|tool_reference|tool reference/i;
