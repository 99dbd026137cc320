import { imageSize } from '../canister/image-size.ts';

/** In pixels. Vendors scale larger images down. */
const longestSide = 1568;
/** Anthropic's figure; other vendors come near it for large images. */
const pixelsPerToken = 750;
/** Images cost no more, nor less than the minimum; OpenAI counts at least 85. */
const most = 1600;
const least = 85;

/** An image of unknown size counts as a large one. */
export function imageTokens(bytes: Uint8Array): number {
  const size = imageSize(bytes);
  if (size === undefined || size.width === 0 || size.height === 0) return most;
  const { width, height } = size;
  const scale = Math.min(1, longestSide / Math.max(width, height));
  return Math.min(most, Math.max(least, (width * height * scale ** 2) / pixelsPerToken));
}
