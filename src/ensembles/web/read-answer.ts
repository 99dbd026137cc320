import type { Content } from '../../converser/words/canister/content.ts';
import { fileTypeOf } from './file-type.ts';
import { decodeText } from './page/decode-text.ts';
import { readPage } from './page/read-page.ts';

export type ReadAnswer =
  | { readonly kind: 'text'; readonly title: string; readonly text: string; readonly mimeType: string }
  | { readonly kind: 'part'; readonly part: Content; readonly mimeType: string }
  | { readonly kind: 'unreadable'; readonly reason: string };

export interface Answered {
  readonly url: URL;
  readonly bytes: Uint8Array;
  readonly contentType: string | undefined;
}

export interface ReadAnswerOptions {
  readonly isWhole: boolean;
  readonly signal: AbortSignal;
}

/** In bytes of HTML. Libraries take several seconds for this much. */
const longestPage = 4_000_000;

/** Rejects only with the reason of the signal. */
export async function readAnswer(answered: Answered, options: ReadAnswerOptions): Promise<ReadAnswer> {
  const { url, bytes, contentType } = answered;
  const { mimeType, charset } = mediaType(contentType);
  const file = fileTypeOf(bytes);
  if (file === 'application/pdf') {
    return { kind: 'part', part: { type: 'resource', uri: url.href, mimeType: file, bytes }, mimeType: file };
  }
  if (file !== undefined)
    return { kind: 'part', part: { type: 'image', mimeType: file, bytes }, mimeType: file };
  if (!isTextual(mimeType) || looksBinary(bytes, charset)) {
    const type = mimeType === '' ? 'of an unknown type' : mimeType;
    return {
      kind: 'unreadable',
      reason: `is ${type}, ${bytes.length} bytes, which is neither text, an image nor a PDF`,
    };
  }
  const isHtml = htmlTypes.has(mimeType) || (mimeType === '' && beginsAsHtml(bytes));
  const text = decodeText(bytes, { charset, isMarkup: isHtml || mimeType.endsWith('xml') });
  if (!isHtml) return { kind: 'text', title: '', text, mimeType: mimeType === '' ? 'text/plain' : mimeType };
  return bytes.length > longestPage
    ? { kind: 'unreadable', reason: `is a page of ${bytes.length} bytes; up to ${longestPage} can be read` }
    : readHtmlAnswer(text, answered, options);
}

async function readHtmlAnswer(
  html: string,
  { url }: Answered,
  { isWhole, signal }: ReadAnswerOptions,
): Promise<ReadAnswer> {
  try {
    const { title, markdown } = await readPage({ html, address: url.href, isWhole }, signal);
    return { kind: 'text', title, text: markdown, mimeType: 'text/markdown' };
  } catch (cause) {
    if (signal.aborted) throw signal.reason;
    const reason = cause instanceof Error ? cause.message : String(cause);
    return { kind: 'unreadable', reason: `is a page that can't be read. ${reason}` };
  }
}

const htmlTypes: ReadonlySet<string> = new Set(['text/html', 'application/xhtml+xml']);

function mediaType(header = ''): { readonly mimeType: string; readonly charset: string | undefined } {
  const [type = ''] = header.split(';');
  const [, charset] = /;\s*charset\s*=\s*"?([\w.:-]+)/i.exec(header) ?? [];
  const mimeType = type.trim().toLowerCase();
  // Errors quote it, so it must be plain.
  return { mimeType: /^[\w.+-]{1,60}\/[\w.+-]{1,60}$/.test(mimeType) ? mimeType : '', charset };
}

function isTextual(mimeType: string): boolean {
  if (mimeType === '' || mimeType.startsWith('text/')) return true;
  return /^application\/([\w.-]+\+)?(json|xml|yaml|toml|javascript|ecmascript|sql|x-sh|x-ndjson|jsonl?|x-yaml|rtf|graphql)$|^application\/x-(javascript|httpd-php)$|^(image|message)\/(svg\+xml|rfc822)$/.test(
    mimeType,
  );
}

/** Text in UTF-8 or a character set of single bytes holds no zero byte. */
function looksBinary(bytes: Uint8Array, charset: string | undefined): boolean {
  const isWide =
    /^utf-?(16|32)/i.test(charset ?? '') ||
    /^(fffe|feff)/.test(Buffer.from(bytes.subarray(0, 2)).toString('hex'));
  return !isWide && bytes.subarray(0, 8_000).includes(0);
}

function beginsAsHtml(bytes: Uint8Array): boolean {
  return /^\s*(<!doctype html|<html|<head|<body)/i.test(
    Buffer.from(bytes.subarray(0, 500)).toString('latin1'),
  );
}
