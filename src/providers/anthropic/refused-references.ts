import type { ModelRequest } from '../../converser/words/models/provider.ts';
import { refersToTools } from '../../dialects/anthropic-messages/tools/tool-references.ts';
import type { Connection } from '../wire/connection.ts';
import { isVendor, vendorUrl } from './client.ts';

export interface References {
  readonly areSent: boolean;
  /** `false` means that the rejection is about something else. Otherwise, no references are sent from now on. */
  learn(cause: unknown, request: ModelRequest): boolean;
}

export function createReferences(
  { baseUrl = vendorUrl }: Pick<Connection, 'baseUrl'>,
  model: string,
): References {
  let areSent = isVendor(baseUrl) && refersToTools(model);
  return {
    get areSent() {
      return areSent;
    },
    learn(cause, { tools }) {
      if (!areSent || !tools.some(({ found }) => found) || !refusesReferences(cause)) return false;
      areSent = false;
      return true;
    },
  };
}

function refusesReferences(cause: unknown): boolean {
  const { status, message } = Object(cause) as { readonly status?: unknown; readonly message?: unknown };
  return status === 400 && /defer_loading|tool_reference|tool reference/i.test(String(message));
}
