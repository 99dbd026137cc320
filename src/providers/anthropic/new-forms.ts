import type Anthropic from '@anthropic-ai/sdk';
import { takesLateInstructions } from '../../dialects/anthropic-messages/nativize-request.ts';
import { isDeferred, refersToTools } from '../../dialects/anthropic-messages/tools/tool-references.ts';
import type { Connection } from '../wire/connection.ts';

type Body = Pick<Anthropic.MessageCreateParamsStreaming, 'messages' | 'tools'>;

/** A form that few servers and models know. */
export interface NewForm {
  readonly isSent: boolean;
  /** `false` means that the rejection is about something else. Otherwise, the form is not sent from now on. */
  learn(cause: unknown, body: Body): boolean;
}

export interface NewForms {
  readonly references: NewForm;
  readonly late: NewForm;
}

const vendorUrl = 'https://api.anthropic.com';

export function createNewForms(
  { baseUrl = vendorUrl }: Pick<Connection, 'baseUrl'>,
  model: string,
): NewForms {
  const isVendor = URL.parse(baseUrl)?.origin === vendorUrl;
  return {
    references: createNewForm(isVendor && refersToTools(model), {
      refusal: /defer_loading|tool_reference|tool reference/i,
      isIn: ({ tools = [] }) => tools.some(isDeferred),
    }),
    late: createNewForm(isVendor && takesLateInstructions(model), {
      refusal: /role\W*system|system\W*role|system messages?\b/i,
      isIn: ({ messages }) => messages.some(({ role }) => role === 'system'),
    }),
  };
}

interface Signs {
  readonly refusal: RegExp;
  readonly isIn: (body: Body) => boolean;
}

function createNewForm(isSentAtFirst: boolean, { refusal, isIn }: Signs): NewForm {
  let isSent = isSentAtFirst;
  return {
    get isSent() {
      return isSent;
    },
    learn(cause, body) {
      const { status, message } = Object(cause) as { readonly status?: unknown; readonly message?: unknown };
      if (!isSent || !isIn(body) || status !== 400 || !refusal.test(String(message))) return false;
      isSent = false;
      return true;
    },
  };
}
