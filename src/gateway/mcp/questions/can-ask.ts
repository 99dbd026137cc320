import type { ClientCapabilities, ElicitRequest } from '@modelcontextprotocol/server';

/** A client that names no mode means forms. */
export function canAsk(
  { elicitation }: Pick<ClientCapabilities, 'elicitation'>,
  { mode = 'form' }: Pick<ElicitRequest['params'], 'mode'>,
): boolean {
  if (elicitation === undefined) return false;
  const { form, url } = elicitation;
  return mode === 'url' ? url !== undefined : form !== undefined || url === undefined;
}

export const mostQuestions = 5;

/** In milliseconds, for an answer. */
export const longestAnswer = 10 * 60_000;
