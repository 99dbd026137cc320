import { fileURLToPath } from 'node:url';
import type { PdfText } from '../../converser/words/models/pdf-requests.ts';
import { answerApart } from '../process/read-apart.ts';

/** This module is started as a process, in whatever file the bundle has put it. */
export const pdfReader = { file: fileURLToPath(import.meta.url), mark: 'converser-read-pdf' };

export interface PdfToRead {
  readonly bytes: Uint8Array;
  readonly mostPages: number;
  readonly mostCharacters: number;
}

answerApart(pdfReader.mark, readPages);

/** Reads one page after the other, so that what is too much is not read at all. */
async function readPages({ bytes, mostPages, mostCharacters }: PdfToRead): Promise<PdfText> {
  const { getDocumentProxy } = await import('unpdf');
  const pdf = await getDocumentProxy(new Uint8Array(bytes), { verbosity: 0 });
  const pages: string[] = [];
  let left = mostCharacters;
  while (pages.length < Math.min(pdf.numPages, mostPages) && left > 0) {
    const page = await pdf.getPage(pages.length + 1);
    const { items } = await page.getTextContent();
    const text = items.map(item => ('str' in item ? `${item.str}${item.hasEOL ? '\n' : ''}` : '')).join('');
    pages.push(text.slice(0, left).toWellFormed());
    left -= text.length;
    page.cleanup();
  }
  return { pages, count: pdf.numPages };
}
