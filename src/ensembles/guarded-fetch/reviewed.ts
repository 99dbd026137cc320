import { countText } from '../../converser/ground/wording/numbers.ts';
import { textOf } from '../../converser/words/canister/content.ts';
import { type Context, isReply, type Returned } from '../../converser/words/ensemble/invoker.ts';
import { ofWorkspace } from '../../converser/words/labels/label.ts';
import { addressSubject } from './address-subject.ts';
import { failedWith } from './answer-failure.ts';

const longestBeginning = 4_000;

/** Contract: all that a server wrote goes through here, its errors too, so that rules and the user can keep it out. */
export async function reviewed(
  returned: Returned,
  url: URL,
  { whyKeptOut, beginAsking }: Context,
): Promise<Returned> {
  if (whyKeptOut === undefined || returned === undefined) return returned;
  const shown = isReply(returned) ? textOf(returned.content) : JSON.stringify(returned, null, 2);
  const answered = beginAsking?.();
  try {
    const why = await whyKeptOut({
      subject: addressSubject(url),
      preview: {
        title: `Let this answer from ${url.host} into the conversation (${countText(shown.length, 'character')})?`,
        diff: beginningOf(shown),
      },
    });
    if (why === undefined) return returned;
    const left = failedWith('permission', `What ${url.host} answered stays out of the conversation. ${why}`);
    return { ...left, label: ofWorkspace };
  } finally {
    answered?.();
  }
}

/** Unchanged lines of a diff begin with a space. */
function beginningOf(shown: string): string {
  const beginning = shown.slice(0, longestBeginning).replace(/^/gm, ' ');
  return shown.length > longestBeginning ? `${beginning}\n…` : beginning;
}
