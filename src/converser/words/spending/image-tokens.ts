import { imageSize } from '../canister/image-size.ts';

/** Vendors scale images down until no side is longer than this. Pixels. */
const longestSide = 1568;
/** What Anthropic counts; other vendors come near it for large images. */
const pixelsPerToken = 750;
/** No image costs more, nor less. OpenAI counts at least 85. */
const most = 1600;
const least = 85;

/** About how many tokens an image costs, by its size. One whose size can't be read is taken for a large one. */
export function imageTokens(bytes: Uint8Array): number {
  const size = imageSize(bytes);
  if (size === undefined || size.width === 0 || size.height === 0) return most;
  const { width, height } = size;
  const scale = Math.min(1, longestSide / Math.max(width, height));
  return Math.min(most, Math.max(least, (width * height * scale ** 2) / pixelsPerToken));
}
