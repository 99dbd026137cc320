import pLimit from 'p-limit';
import { readApart } from '../../process/read-apart.ts';
import type { PageText, PageToRead } from './read-html.ts';

const inTurn = pLimit(2);

/** Some pages keep the libraries busy for minutes or take all memory. */
export function readPage(page: PageToRead, signal: AbortSignal): Promise<PageText> {
  return inTurn(async () => {
    const { pageReader } = await import('./page-process.ts');
    return readApart<PageToRead, PageText>(pageReader, page, { signal });
  });
}
