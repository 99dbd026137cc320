import { errorData, errors, reasonOf } from '../../ground/errors.ts';
import { countText } from '../../ground/wording/numbers.ts';
import type { Canister } from '../canister/canister.ts';
import type { Content } from '../canister/content.ts';
import type { Model, ModelEvent, ModelRequest } from './provider.ts';
import { hasPdf, isPdf, type Pdf, type PdfRequests } from './with-pdf-text.ts';

export interface PdfText {
  readonly pages: readonly string[];
  readonly count: number;
}

/** Contract: rejects with the signal's reason, or with why it can't be read, within the time people wait. */
type ReadPdf = (bytes: Uint8Array, signal: AbortSignal) => Promise<PdfText>;

interface ReadCanister {
  readonly canister: Canister;
  readonly told: readonly string[];
}

export function createPdfRequests(readPdf: ReadPdf): PdfRequests {
  const read = new WeakMap<Canister, ReadCanister>();

  async function* reading(
    request: ModelRequest,
    signal: AbortSignal,
  ): AsyncGenerator<ReadCanister, ModelRequest> {
    const canisters: Canister[] = [];
    for (const canister of request.canisters) {
      const known = read.get(canister);
      const found = known ?? (hasPdf(canister) ? await readAll(canister, readPdf, signal) : undefined);
      canisters.push(found?.canister ?? canister);
      if (found === undefined || known !== undefined) continue;
      read.set(canister, found);
      yield found;
    }
    return { ...request, canisters };
  }

  return {
    async *reply(model: Model, request, signal): AsyncGenerator<ModelEvent, void> {
      const made = reading(request, signal);
      try {
        for (let next = await made.next(); ; next = await made.next()) {
          if (next.done) return yield* model.reply(next.value, signal);
          for (const what of next.value.told)
            yield { type: 'notice', message: `${model.label} doesn’t read PDFs. It gets ${what}.` };
        }
      } catch (cause) {
        yield { type: 'failure', error: errorData(signal.aborted ? errors.cancelled() : cause) };
      }
    },
    async readable(request, signal) {
      const made = reading(request, signal);
      let next = await made.next();
      while (!next.done) next = await made.next();
      return next.value;
    },
  };
}

async function readAll(canister: Canister, readPdf: ReadPdf, signal: AbortSignal): Promise<ReadCanister> {
  const told: string[] = [];
  const content: Content[] = [];
  for (const part of canister.content) {
    if (!isPdf(part)) {
      content.push(part);
      continue;
    }
    const { summary, text } = await textOf(part, readPdf, signal);
    told.push(summary);
    content.push({ type: 'resource', uri: part.uri, mimeType: 'text/plain', text });
  }
  return { canister: { ...canister, content }, told };
}

async function textOf(
  { uri, bytes }: Pdf,
  readPdf: ReadPdf,
  signal: AbortSignal,
): Promise<{ readonly summary: string; readonly text: string }> {
  try {
    const { pages, count } = await readPdf(bytes, signal);
    const of =
      pages.length < count ? `${pages.length} of ${countText(count, 'page')}` : countText(count, 'page');
    if (pages.every(page => page.trim() === '')) {
      const what = `only the name of ${uri}: its ${of} have no text, and may be scanned`;
      return { summary: what, text: `[${uri} is a PDF without text in its ${of}. They may be scanned.]` };
    }
    const head = `[Text of ${of}. Pictures are not included.]`;
    const text = pages.map((page, at) => `[Page ${at + 1}]\n${page.trim()}`).join('\n\n');
    return { summary: `the text of ${of} of ${uri}, without pictures`, text: `${head}\n\n${text}` };
  } catch (cause) {
    signal.throwIfAborted();
    const reason = reasonOf(cause).replace(/\.$/, '');
    return {
      summary: `only the name of ${uri}, whose text can’t be read: ${reason}`,
      text: `[${uri} is a PDF whose text can’t be read.]`,
    };
  }
}
