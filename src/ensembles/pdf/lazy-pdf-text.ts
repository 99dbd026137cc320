import { type PdfRequests, withPdfText } from '../../converser/models/with-pdf-text.ts';

/** Makes models that don't read PDFs get their text. What reads it is loaded with the first one. */
export function createPdfText(): ReturnType<typeof withPdfText> {
  let requests: Promise<PdfRequests> | undefined;
  return withPdfText(() => {
    requests ??= load();
    return requests;
  });
}

async function load(): Promise<PdfRequests> {
  const [{ createPdfRequests }, { readPdf }] = await Promise.all([
    import('../../converser/models/pdf-requests.ts'),
    import('./read-pdf.ts'),
  ]);
  return createPdfRequests(readPdf);
}
