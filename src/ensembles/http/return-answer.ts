import { parseJson } from '../../converser/ground/json/json.ts';
import { text } from '../../converser/words/canister/content.ts';
import { type Returned, reply } from '../../converser/words/ensemble/invoker.ts';
import { serverErrors } from '../../converser/words/ensemble/server-errors.ts';
import { failedWith, isOfTheMoment, refusedStatus } from '../guarded-fetch/answer-failure.ts';
import type { WebAnswer } from '../guarded-fetch/ask-web.ts';
import { readAnswer } from '../web/read-answer.ts';

/** Returns JSON as a value, for output templates. Throws where the same request may succeed later. */
export async function returnedOf(answer: WebAnswer, signal: AbortSignal): Promise<Returned> {
  switch (answer.kind) {
    case 'answer':
      break;
    case 'elsewhere': {
      const { from, to, reason } = answer;
      return failedWith(
        'execution',
        `${from.host} redirects to ${to.href}, ${reason}, which wasn’t followed. If that is right, put it into the descriptor.`,
      );
    }
    case 'refused':
      return failedWith('permission', `${answer.reason}${remedyFor(answer.own)}`);
    case 'failed':
      throw serverErrors.notAnswered(answer.reason, answer.cause);
  }
  if (answer.status < 200 || answer.status > 299) {
    const refused = refusedStatus(answer);
    if (isOfTheMoment(answer.status)) throw serverErrors.notAnswered(refused.message);
    return refused.reply;
  }
  return contentOf(answer, signal);
}

function remedyFor(own: string | undefined): string {
  return own === undefined
    ? ''
    : ` If you trust it, add ${JSON.stringify(own)} to allowed_hosts in the tool’s descriptor.`;
}

async function contentOf(
  { url, bytes, headers }: WebAnswer & { readonly kind: 'answer' },
  signal: AbortSignal,
): Promise<Returned> {
  if (bytes.length === 0) return undefined;
  const contentType = headers['content-type'];
  const read = await readAnswer({ url, bytes, contentType }, { isWhole: false, signal });
  switch (read.kind) {
    case 'unreadable':
      return failedWith('execution', `The answer of ${url.host} ${read.reason}.`);
    case 'part':
      return reply({ content: [read.part] });
    case 'text': {
      const value = /json$/.test(read.mimeType) ? parseJson(read.text) : undefined;
      return value === undefined ? reply({ content: [text(read.text, read.mimeType)] }) : value;
    }
  }
}
