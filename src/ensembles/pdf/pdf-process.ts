import { fileURLToPath } from 'node:url';
import type { PdfText } from '../../converser/words/models/pdf-requests.ts';

/** This module is started as a process, in whatever file the bundle has put it. */
export const pdfProcess = fileURLToPath(import.meta.url);

/** Only a process with this first argument reads; other importers want the path. */
export const pdfMark = 'converser-read-pdf';

export interface PdfToRead {
  readonly bytes: Uint8Array;
  readonly mostPages: number;
  readonly mostCharacters: number;
}

export type PdfReading =
  | { readonly kind: 'text'; readonly read: PdfText }
  | { readonly kind: 'unreadable'; readonly reason: string };

if (process.argv[2] === pdfMark) process.once('message', message => void answer(message as PdfToRead));

async function answer(pdf: PdfToRead): Promise<void> {
  process.send?.(await reading(pdf), () => process.disconnect());
}

async function reading(pdf: PdfToRead): Promise<PdfReading> {
  try {
    return { kind: 'text', read: await readPages(pdf) };
  } catch (cause) {
    return { kind: 'unreadable', reason: cause instanceof Error ? cause.message : String(cause) };
  }
}

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
