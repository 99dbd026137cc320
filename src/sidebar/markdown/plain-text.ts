import { createMarkdownParser } from './parse-markdown.ts';

/** What Markdown says without its marks, for being read aloud. */
export function plainText(markdown: string): string {
  const html = createMarkdownParser().toHtml(markdown);
  return new DOMParser().parseFromString(html, 'text/html').body.textContent?.trim() ?? '';
}
