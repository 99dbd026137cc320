import { rangesIn } from './find/drawn-matches.ts';

const name = 'converser-unsupported';

export class ClaimMarks {
  #ranges: readonly Range[] = [];

  /** @param claims in Markdown */
  show(answer: Element | undefined, claims: readonly string[]): void {
    this.clear();
    this.#ranges = answer === undefined ? [] : claims.flatMap(claim => rangesIn(answer, plainText(claim)));
    const all = CSS.highlights.get(name) ?? new Highlight();
    for (const range of this.#ranges) all.add(range);
    CSS.highlights.set(name, all);
  }

  clear(): void {
    const all = CSS.highlights.get(name);
    for (const range of this.#ranges) all?.delete(range);
    this.#ranges = [];
  }
}

export function plainText(markdown: string): string {
  return markdown
    .replace(/!?\[([^\]]{0,300})\]\([^)]{0,300}\)/g, '$1')
    .replace(/`+|\*\*|__|~~|(?<![\w*])\*(?=\S)|(?<=\S)\*(?![\w*])/g, '')
    .replace(/\s+/g, ' ')
    .trim();
}
