import { shortened } from '../../converser/ground/wording/cut-text.ts';
import { serverErrors } from '../../converser/words/ensemble/server-errors.ts';

/** Invariant: a server's addresses pass here: others start programs, and `https://bank@else` deceives. */
export function webPage(address: string | URL): URL {
  const text = String(address);
  if (!URL.canParse(text)) throw serverErrors.pageRefused(shortened(text, 200));
  const url = new URL(text);
  const isPage = url.protocol === 'https:' || url.protocol === 'http:';
  if (!isPage || url.username !== '' || url.password !== '')
    throw serverErrors.pageRefused(shortened(text, 200));
  return url;
}
