import type Anthropic from '@anthropic-ai/sdk';
import {
  type NativizeOptions,
  takesLateInstructions,
} from '../../dialects/anthropic-messages/nativize-request.ts';
import { isDeferred, refersToTools } from '../../dialects/anthropic-messages/tools/tool-references.ts';
import { needsThoughts, thoughtsWanted } from '../../dialects/options/kept-thoughts.ts';
import type { Connection } from '../wire/connection.ts';
import { reasonIn } from '../wire/explain-error.ts';

type Wanted = Required<Pick<NativizeOptions, 'references' | 'late' | 'unsigned' | 'emptyResults'>>;
type Body = Pick<Anthropic.MessageCreateParamsStreaming, 'messages' | 'tools'>;

/** The forms of a request that some servers and models want, and others refuse. */
export interface ServerWants {
  readonly wanted: () => Wanted;
  /** `false` means that the rejection is about something else. Otherwise, it is heeded from now on. */
  learn(cause: unknown, body: Body): boolean;
}

const vendorUrl = 'https://api.anthropic.com';

/** Kimi’s takes no result without content: https://github.com/EYHN/kwwk/issues/142 */
export function createServerWants(
  { baseUrl = vendorUrl }: Pick<Connection, 'baseUrl'>,
  model: string,
): ServerWants {
  const url = URL.parse(baseUrl);
  const isVendor = url?.origin === vendorUrl;
  let wanted: Wanted = {
    references: isVendor && refersToTools(model),
    late: isVendor && takesLateInstructions(model),
    unsigned: needsThoughts(url?.hostname ?? ''),
    emptyResults: !isVendor,
  };
  return {
    wanted: () => wanted,
    learn(cause, body) {
      if ((Object(cause) as { readonly status?: unknown }).status !== 400) return false;
      const reason = reasonIn(cause);
      const learnt = lessons.find(
        lesson => wanted[lesson.form] !== lesson.becomes && lesson.isIn(reason, body),
      );
      if (learnt !== undefined) wanted = { ...wanted, [learnt.form]: learnt.becomes };
      return learnt !== undefined;
    },
  };
}

interface Lesson {
  readonly form: keyof Wanted;
  readonly becomes: boolean;
  readonly isIn: (reason: string, body: Body) => boolean;
}

const lessons: readonly Lesson[] = [
  {
    form: 'references',
    becomes: false,
    isIn: (reason, { tools = [] }) =>
      tools.some(isDeferred) && /defer_loading|tool_reference|tool reference/i.test(reason),
  },
  {
    form: 'late',
    becomes: false,
    isIn: (reason, { messages }) =>
      messages.some(({ role }) => role === 'system') &&
      /role\W*system|system\W*role|system messages?\b/i.test(reason),
  },
  { form: 'unsigned', becomes: true, isIn: reason => thoughtsWanted(reason) === 'needed' },
];
