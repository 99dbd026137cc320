import { Readability } from '@mozilla/readability';
import { parseHTML } from 'linkedom/worker';
import Turndown from 'turndown';
import { removeHidden } from './remove-hidden.ts';

/** In elements within each other. Pages by people have under a hundred; for 3,000, the libraries need minutes or fail. */
const deepest = 300;

/** Throws if there is no readable text. Some pages take minutes: run it in a process of its own. */
export function readHtml({ html, address, isWhole }: PageToRead): PageText {
  const { document } = parseHTML(withBody(html));
  const { body } = document;
  // This comes first: most work on pages slows down with their depth.
  if (isDeeperThan(body, deepest)) {
    throw new RangeError(
      `its elements lie more than ${deepest} deep in each other, as in no page for people`,
    );
  }
  resolveLinks(document, address);
  removeHidden(document);
  const title = oneLine(document.querySelector('title')?.textContent ?? '');
  const whole = () => ({ title, markdown: toMarkdown(body) });
  if (isWhole) return whole();
  // Readability takes the document apart, so it gets a copy.
  const article = articleOf(document.cloneNode(true) as Document);
  // Lists of links, for instance, aren't articles but worth reading.
  if (article === undefined || article.markdown === '') return whole();
  return { title: article.title === '' ? title : article.title, markdown: article.markdown };
}

/** The tags may be left out, and the library needs them. */
function withBody(html: string): string {
  const isWhole = /<html[\s>]/i.test(html) && /<body[\s>]/i.test(html);
  return isWhole ? html : `<!doctype html><html><head></head><body>${html}</body></html>`;
}

function articleOf(document: Document): PageText | undefined {
  const article = new Readability<Node>(document, { serializer: node => node }).parse();
  if (!article?.content) return undefined;
  return { title: oneLine(article.title ?? ''), markdown: toMarkdown(article.content) };
}

function oneLine(text: string): string {
  return text.replace(/\s+/g, ' ').trim().slice(0, 300);
}

function isDeeperThan(element: Element, limit: number): boolean {
  let level: readonly Element[] = [element];
  for (let depth = 0; level.length > 0; depth++) {
    if (depth > limit) return true;
    level = level.flatMap(each => [...each.children]);
  }
  return false;
}

export interface PageToRead {
  readonly html: string;
  readonly address: string;
  readonly isWhole: boolean;
}

export interface PageText {
  readonly title: string;
  readonly markdown: string;
}

function resolveLinks(document: Document, address: string): void {
  const base = webUrl(document.querySelector('base[href]')?.getAttribute('href'), address) ?? address;
  for (const link of document.querySelectorAll('a[href]')) setOrRemove(link, 'href', base);
  for (const image of document.querySelectorAll('img')) {
    setOrRemove(image, 'src', base);
    if (!image.hasAttribute('src')) image.remove();
  }
}

function setOrRemove(element: Element, name: 'href' | 'src', base: string): void {
  const resolved = webUrl(element.getAttribute(name), base);
  if (resolved === undefined) element.removeAttribute(name);
  else element.setAttribute(name, resolved);
}

function webUrl(written: string | null | undefined, base: string): string | undefined {
  const url = URL.parse(written ?? '', base);
  if (url === null || written === null) return undefined;
  return url.protocol === 'https:' || url.protocol === 'http:' || url.protocol === 'mailto:'
    ? url.href
    : undefined;
}

function toMarkdown(node: Node): string {
  const turndown = new Turndown({
    headingStyle: 'atx',
    hr: '---',
    bulletListMarker: '-',
    codeBlockStyle: 'fenced',
    emDelimiter: '_',
  });
  turndown.addRule('cell', { filter: ['th', 'td'], replacement: asCell });
  turndown.addRule('row', { filter: 'tr', replacement: asRow });
  turndown.addRule('table', { filter: 'table', replacement: content => `\n\n${content.trim()}\n\n` });
  turndown.addRule('tablePart', {
    filter: ['thead', 'tbody', 'tfoot'],
    replacement: content => content,
  });
  return withoutTricks(turndown.turndown(node as HTMLElement));
}

function asCell(content: string): string {
  return ` ${content
    .trim()
    .replace(/\s*\n\s*/g, ' ')
    .replaceAll('|', '\\|')} |`;
}

/** Markdown wants a head, so the first row becomes it. */
function asRow(content: string, row: Node): string {
  const isFirst = (row as Element).closest('table')?.querySelector('tr') === row;
  const cells = (row as Element).querySelectorAll('th, td').length;
  return `|${content}\n${isFirst ? `|${' --- |'.repeat(cells)}\n` : ''}`;
}

/** Removes letters that people can't see and models read: tags, changes of direction, zero-width spaces. */
function withoutTricks(markdown: string): string {
  return markdown
    .replace(/[\u{e0000}-\u{e007f}\u202a-\u202e\u2066-\u2069\u200b\u2060-\u2064\ufeff\u00ad]/gu, '')
    .replace(/\n{3,}/g, '\n\n')
    .trim();
}
