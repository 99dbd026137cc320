import type { ClientCapabilities, ElicitRequest } from '@modelcontextprotocol/server';

/** Whether a client says that it can put a question to whoever uses it. Without any mode it means forms. */
export function canAsk(
  { elicitation }: Pick<ClientCapabilities, 'elicitation'>,
  { mode = 'form' }: Pick<ElicitRequest['params'], 'mode'>,
): boolean {
  if (elicitation === undefined) return false;
  const { form, url } = elicitation;
  return mode === 'url' ? url !== undefined : form !== undefined || url === undefined;
}

/** Questions of one call that wait for an answer at the same time; further ones are cancelled. */
export const mostQuestions = 5;

/** Milliseconds that a call waits for an answer. */
export const longestAnswer = 10 * 60_000;
