import { type PdfRequests, withPdfText } from '../../converser/words/models/with-pdf-text.ts';

export function createPdfText(): ReturnType<typeof withPdfText> {
  let requests: Promise<PdfRequests> | undefined;
  return withPdfText(() => {
    requests ??= load();
    return requests;
  });
}

async function load(): Promise<PdfRequests> {
  const [{ createPdfRequests }, { readPdf }] = await Promise.all([
    import('../../converser/words/models/pdf-requests.ts'),
    import('./read-pdf.ts'),
  ]);
  return createPdfRequests(readPdf);
}
