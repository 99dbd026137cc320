import { shortened } from '../../converser/ground/wording/cut-text.ts';
import { serverErrors } from '../../converser/words/ensemble/server-errors.ts';

/**
 * Invariant: every address that a server wants to open passes here. Other kinds start programs, and a name before the
 * host (`https://bank.example@elsewhere.example`) deceives readers.
 */
export function webPage(address: string | URL): URL {
  const text = String(address);
  if (!URL.canParse(text)) throw serverErrors.pageRefused(shortened(text, 200));
  const url = new URL(text);
  const isPage = url.protocol === 'https:' || url.protocol === 'http:';
  if (!isPage || url.username !== '' || url.password !== '')
    throw serverErrors.pageRefused(shortened(text, 200));
  return url;
}
