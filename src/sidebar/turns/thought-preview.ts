import { visibleLine } from '../../converser/ground/wording/visible-text.ts';

/** Characters. A line of the widest sidebar has fewer. */
const longest = 150;
/** A shorter beginning says nothing yet. */
const shortest = 12;

/** What a model thinks just now, as one line of plain text: the sentence or heading that it writes, or wrote last. */
export function thoughtPreview(newest: string): string {
  const sentences = newest
    .split(/(?<=[.!?…])\s+|(?<=[。！？])|\n+/)
    .filter(sentence => sentence.trim() !== '')
    .slice(-3)
    .map(plainText)
    .filter(Boolean);
  const [before, last = ''] = [sentences.at(-2), sentences.at(-1)];
  return endOf(last.length < shortest ? (before ?? last) : last);
}

/** What the model thought last, as much as a preview needs. It is cut rarely, so that the preview seldom jumps. */
export function newestThought(before: string, more: string): string {
  const text = before + more;
  return text.length > 8 * longest ? text.slice(-4 * longest) : text;
}

function plainText(line: string): string {
  const plain = line
    .replace(/^[\s>#]*(?:(?:[-*+]|\d{1,3}[.)])\s+)?/, '')
    .replaceAll(/\*\*|__|`+/g, '')
    .replaceAll(/!?\[([^\]]{0,150})\]\([^)]{0,500}\)/g, '$1');
  return visibleLine(plain.replaceAll(/\s+/g, ' ').trim());
}

/** The end of what is too long. It moves on in steps, not with every letter. */
function endOf(line: string): string {
  if (line.length <= longest) return line;
  const step = longest / 2;
  const from = Math.floor((line.length - 1) / step) * step - step;
  const word = line.indexOf(' ', from);
  return `…${line.slice(word === -1 || word > from + 20 ? from : word + 1)}`.toWellFormed();
}
