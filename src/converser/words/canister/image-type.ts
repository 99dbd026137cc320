import type { ImageContent } from './content.ts';

export type ImageType = 'image/png' | 'image/jpeg' | 'image/gif' | 'image/webp';

/** `undefined` if servers don't accept it: they would reject the whole conversation. */
export function imageType({
  mimeType,
  bytes,
}: Pick<ImageContent, 'mimeType' | 'bytes'>): ImageType | undefined {
  if (bytes.length === 0) return undefined;
  const head = String.fromCharCode(...bytes.subarray(0, 12));
  return beginnings.find(([beginning]) => beginning.test(head))?.[1] ?? known.find(type => type === mimeType);
}

const beginnings: readonly (readonly [beginning: RegExp, type: ImageType])[] = [
  [/^\x89PNG\r\n/, 'image/png'],
  [/^\xff\xd8\xff/, 'image/jpeg'],
  [/^GIF8/, 'image/gif'],
  [/^RIFF.{4}WEBP/s, 'image/webp'],
];

const known: readonly ImageType[] = ['image/png', 'image/jpeg', 'image/gif', 'image/webp'];
