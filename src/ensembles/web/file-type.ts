export type FileType = 'application/pdf' | 'image/png' | 'image/jpeg' | 'image/gif' | 'image/webp';

/** First bytes decide: what a server calls a file is often wrong, and providers refuse what isn't what it is called. */
export function fileTypeOf(bytes: Uint8Array): FileType | undefined {
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
