import type { Reply } from '../../converser/words/ensemble/invoker.ts';
import { type EndorsedQuestion, endorsedAnswer, modelToAsk } from '../endorsed-answer.ts';
import { failedWith } from '../guarded-fetch/answer-failure.ts';
import { type Fetching, pageWanted, type Wanted } from './fetch-wanted.ts';

/** Invariant: nothing that a server sent is in the reply: neither its page nor its errors, types or redirects. */
export async function askPage(
  { url, whole }: Wanted,
  asked: Omit<EndorsedQuestion, 'text'>,
  { context, network }: Fetching,
): Promise<Reply> {
  const asking = modelToAsk(context);
  const fetched = await pageWanted({ url, whole, isKnown: true }, { context, network });
  if (fetched.kind === 'none')
    return fetched.from === undefined
      ? fetched.reply
      : noText('The server answered with an error or a redirect');
  const { read } = fetched.page;
  if (read.kind !== 'text') return noText('The server answered with something that isn’t text');
  context.progress('Asking about the page');
  const text = read.title === '' ? read.text : `# ${read.title}\n\n${read.text}`;
  return endorsedAnswer({ ...asked, text }, asking);
}

function noText(what: string): Reply {
  return failedWith(
    'execution',
    `${what}, so there is nothing to ask about.`,
    'Fetch it without a question to see what it is, or try another address.',
  );
}
