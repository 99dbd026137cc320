import { type Content, text } from '../../converser/content.ts';
import { cutText } from '../../converser/cut-text.ts';
import type { Spill } from './spill.ts';

/** Characters that a result may have before the rest of it is kept elsewhere. Below what a canister may hold. */
const longest = 24_000;

/** Characters that are kept of a result that is longer than anybody would want to read. */
const mostKept = 20_000_000;

export interface CutLongOptions {
  /** What the file is called by. */
  readonly name: string;
  /** Absent, or broken: what is cut is left out, as with every result. */
  readonly spill: Spill | undefined;
}

export function isLong(content: readonly Content[]): boolean {
  return sizeOf(content) > longest;
}

/**
 * Where the texts of a result are too long together, the longest of them is kept elsewhere as a whole, and told by
 * its beginning, its end, and how to read on; then the next.
 */
export async function cutLong(
  content: readonly Content[],
  { name, spill }: CutLongOptions,
): Promise<readonly Content[]> {
  if (spill === undefined || !isLong(content)) return content;
  const parts = [...content];
  const byLength = [...parts.keys()].sort((a, b) => lengthAt(b) - lengthAt(a));
  let over = sizeOf(content) - longest;
  for (const at of byLength) {
    const part = parts[at];
    if (over <= 0 || part === undefined || !hasText(part)) break;
    const limit = Math.max(shortest, part.text.length - over);
    if (limit >= part.text.length) break;
    const readOn = await spill.write(name, part.text.slice(0, mostKept)).catch(() => undefined);
    if (readOn === undefined) return content;
    const cut = cutText(part.text, { limit, readOn });
    over -= part.text.length - cut.length;
    parts[at] = part.type === 'text' ? { ...part, text: cut } : text(`[resource ${part.uri}]\n${cut}`);
  }
  return parts;

  function lengthAt(at: number): number {
    const part = parts[at];
    return part === undefined ? 0 : lengthOf(part);
  }
}

/** Characters below which cutting a part is not worth while: the words on how to read on need some themselves. */
const shortest = 2_000;

type WithText = Extract<Content, { type: 'text' | 'resource' }> & { readonly text: string };

function hasText(part: Content): part is WithText {
  return (part.type === 'text' || part.type === 'resource') && part.text !== undefined;
}

function sizeOf(content: readonly Content[]): number {
  return content.reduce((sum, part) => sum + lengthOf(part), 0);
}

function lengthOf(part: Content): number {
  return hasText(part) ? part.text.length : 0;
}
