import type { Content } from '../../converser/words/canister/content.ts';
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
    return { kind: 'unreadable', reason: `is a page that can’t be read: ${reason}` };
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

type FileType = 'application/pdf' | 'image/png' | 'image/jpeg' | 'image/gif' | 'image/webp';

/** First bytes decide: what a server calls a file is often wrong, and providers refuse what isn't what it is called. */
function fileTypeOf(bytes: Uint8Array): FileType | undefined {
  const head = String.fromCharCode(...bytes.subarray(0, 12));
  return beginnings.find(([beginning]) => beginning.test(head))?.[1];
}

const beginnings: readonly (readonly [beginning: RegExp, type: FileType])[] = [
  [/^%PDF-/, 'application/pdf'],
  [/^\x89PNG\r\n/, 'image/png'],
  [/^\xff\xd8\xff/, 'image/jpeg'],
  [/^GIF8/, 'image/gif'],
  [/^RIFF.{4}WEBP/s, 'image/webp'],
];

/** Decodes by the first bytes, the header, what HTML says itself, UTF-8 if it fits, or Windows-1252, as browsers do. */
function decodeText(
  bytes: Uint8Array,
  { charset, isMarkup }: { readonly charset?: string | undefined; readonly isMarkup: boolean },
): string {
  const named = byMark(bytes) ?? decoderOf(charset) ?? (isMarkup ? decoderOf(declaredIn(bytes)) : undefined);
  if (named !== undefined) return named.decode(bytes);
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return new TextDecoder('windows-1252').decode(bytes);
  }
}

/** A UTF-16 decoder drops its mark, as that of UTF-8 does. */
function byMark(bytes: Uint8Array): TextDecoder | undefined {
  const [first, second, third] = bytes;
  if (first === 0xef && second === 0xbb && third === 0xbf) return new TextDecoder('utf-8');
  if (first === 0xfe && second === 0xff) return new TextDecoder('utf-16be');
  return first === 0xff && second === 0xfe ? new TextDecoder('utf-16le') : undefined;
}

function decoderOf(charset: string | undefined): TextDecoder | undefined {
  try {
    return charset === undefined ? undefined : new TextDecoder(charset);
  } catch {
    return undefined;
  }
}

/** Pages must declare it within their first 1,024 bytes; if those can be read at all, it isn't UTF-16. */
function declaredIn(bytes: Uint8Array): string | undefined {
  const head = new TextDecoder('latin1').decode(bytes.subarray(0, 1_024));
  const charset = /<meta[^>]+charset\s*=\s*["']?\s*([\w-]+)|<\?xml[^>]+encoding\s*=\s*["']([\w-]+)/i.exec(
    head,
  );
  const name = charset?.[1] ?? charset?.[2];
  return name !== undefined && /^utf-?16/i.test(name) ? 'utf-8' : name;
}
