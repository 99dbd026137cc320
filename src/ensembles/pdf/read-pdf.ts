import pLimit from 'p-limit';
import { errors } from '../../converser/ground/errors.ts';
import { bytesText } from '../../converser/ground/wording/numbers.ts';
import { mostAttached } from '../../converser/turn/attachments/attachment.ts';
import type { PdfText } from '../../converser/words/models/pdf-requests.ts';
import { readApart } from '../process/read-apart.ts';
import type { PdfToRead } from './pdf-process.ts';

const mostPages = 300;
/** In milliseconds, for all pages. */
const usualTime = 20_000;

const inTurn = pLimit(2);

/** Rejects with why it failed. */
export async function readPdf(
  bytes: Uint8Array,
  signal: AbortSignal,
  { time = usualTime }: { readonly time?: number } = {},
): Promise<PdfText> {
  if (bytes.length > mostAttached.pdfBytes)
    throw errors.badArguments(`it has more than ${bytesText(mostAttached.pdfBytes)}`);
  return inTurn(async () => {
    signal.throwIfAborted();
    const { pdfReader } = await import('./pdf-process.ts');
    const pdf: PdfToRead = { bytes, mostPages, mostCharacters: mostAttached.characters };
    return readApart<PdfToRead, PdfText>(pdfReader, pdf, { signal, time });
  });
}
