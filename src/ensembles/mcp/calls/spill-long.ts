import { cutText } from '../../../converser/ground/wording/cut-text.ts';
import { type Content, text } from '../../../converser/words/canister/content.ts';
import type { Source } from '../../../converser/words/labels/label.ts';

/** Stores results that are too long to return. */
export interface Spill {
  /**
   * Stores a text under a name that begins with `name`. `source` says whose it is.
   *
   * Contract: rejects if it cannot. Resolves to a sentence that tells the model where the text is and how to read more.
   */
  write(name: string, text: string, source?: Source): Promise<string>;
}

/** Characters of a result. Longer ones are stored in a file. It is less than a canister may hold. */
const longest = 24_000;

/** Characters of a result that are stored at most. */
const mostKept = 20_000_000;

export interface CutLongOptions {
  /** Begins the file's name. */
  readonly name: string;
  /** Absent or failing: the result is cut like every other. */
  readonly spill: Spill | undefined;
}

export function isLong(content: readonly Content[]): boolean {
  return sizeOf(content) > longest;
}

/**
 * If the texts of a result are too long together, the longest is stored in full and replaced by its beginning, its end
 * and how to read more. If that is not enough, as with the many parts of a search, all texts are stored as one.
 */
export async function cutLong(
  content: readonly Content[],
  { name, spill }: CutLongOptions,
): Promise<readonly Content[]> {
  if (spill === undefined || !isLong(content)) return content;
  const size = sizeOf(content);
  const longestPart = content.filter(hasText).reduce((one, other) => (isLonger(other, one) ? other : one));
  const room = longestPart.text.length - (size - longest);
  const isEnough = room >= shortest;
  const whole = isEnough ? longestPart.text : content.filter(hasText).map(headed).join('\n');
  const readOn = await spill.write(name, whole.slice(0, mostKept)).catch(() => undefined);
  if (readOn === undefined) return content;
  const cut = cutText(whole, { limit: isEnough ? room : longest, readOn });
  if (!isEnough) return [text(cut), ...content.filter(part => !hasText(part))];
  return content.map(part => (part === longestPart ? withText(longestPart, cut) : part));
}

/** Characters. Cutting a part to less is useless, because the words on how to read more take some of them. */
const shortest = 2_000;

type WithText = Extract<Content, { type: 'text' | 'resource' }> & { readonly text: string };

function isLonger(one: WithText, other: WithText): boolean {
  return one.text.length > other.text.length;
}

function headed(part: WithText): string {
  return part.type === 'text' ? part.text : `[resource ${part.uri}]\n${part.text}`;
}

function withText(part: WithText, cut: string): Content {
  return part.type === 'text' ? { ...part, text: cut } : text(headed({ ...part, text: cut }));
}

function hasText(part: Content): part is WithText {
  return (part.type === 'text' || part.type === 'resource') && part.text !== undefined;
}

function sizeOf(content: readonly Content[]): number {
  return content.reduce((sum, part) => sum + lengthOf(part), 0);
}

function lengthOf(part: Content): number {
  return hasText(part) ? part.text.length : 0;
}
