import { Readability } from '@mozilla/readability';
import { parseHTML } from 'linkedom/worker';
import { removeHidden } from './remove-hidden.ts';
import { toMarkdown } from './to-markdown.ts';

/** In elements within each other. Pages by people have under a hundred; for 3,000, the libraries need minutes or fail. */
const deepest = 300;

/** Throws if there is no readable text. Some pages take minutes: run it in a process of its own. */
export function readHtml({ html, address, isWhole }: PageToRead): PageText {
  const { document } = parseHTML(withBody(html));
  const { body } = document;
  // This comes first: most work on pages slows down with their depth.
  if (isDeeperThan(body, deepest)) {
    throw new RangeError(
      `Its elements lie more than ${deepest} deep in each other, as in no page for people.`,
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
