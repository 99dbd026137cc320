import { serverErrors } from '../../converser/ensemble/server-errors.ts';

/**
 * The address of a page that may be opened in your browser.
 *
 * Invariant: every address that a server wants to open passes here first. Other kinds of addresses start programs, and
 * a name before the host (`https://bank.example@elsewhere.example`) deceives readers.
 */
export function webPage(address: string | URL): URL {
  const text = String(address);
  if (!URL.canParse(text)) throw serverErrors.pageRefused(shortened(text));
  const url = new URL(text);
  const isPage = url.protocol === 'https:' || url.protocol === 'http:';
  if (!isPage || url.username !== '' || url.password !== '') throw serverErrors.pageRefused(shortened(text));
  return url;
}

function shortened(text: string): string {
  return text.length > 200 ? `${text.slice(0, 200)}…` : text;
}
