import { hash } from 'node:crypto';
import MarkdownIt from 'markdown-it';
import { visibleProse } from '../../converser/ground/wording/visible-text.ts';
import { toBase64 } from '../../converser/words/canister/base64.ts';
import { type Content, textOf } from '../../converser/words/canister/content.ts';
import { imageType } from '../../converser/words/canister/image-type.ts';
import type { Passage } from './passages.ts';
import { timeText } from './write-markdown.ts';

/**
 * Invariant: one page without scripts that loads nothing. Whatever was said stays text: Markdown has no HTML in it, no
 * images and only links to the web, and the page’s own policy forbids the rest.
 */
export function writeHtml(title: string, passages: readonly Passage[]): string {
  const name = escaped(visibleProse(title));
  const policy = `default-src 'none'; img-src data:; style-src 'sha256-${hash('sha256', style, 'base64')}'`;
  return `<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${policy}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="referrer" content="no-referrer">
<title>${name}</title>
<style>${style}</style>
</head>
<body>
<main>
<h1 dir="auto">${name}</h1>
${passages.map(htmlOf).join('\n')}
</main>
</body>
</html>
`;
}

const style = `
:root { color-scheme: light dark; --line: #8886; --soft: #8881; }
body { margin: 0; font: 1rem/1.5 system-ui, sans-serif; background: Canvas; color: CanvasText; }
main { max-width: 50rem; margin: 0 auto; padding: 1rem; overflow-wrap: anywhere; }
h1 { font-size: 1.5rem; }
h2 { font-size: 1rem; margin: 1.5rem 0 0.25rem; }
time { font-weight: normal; opacity: 0.75; }
.you { border-inline-start: 3px solid LinkText; padding-inline-start: 0.75rem; }
.plain, pre { white-space: pre-wrap; overflow-wrap: anywhere; margin: 0.5rem 0; }
pre { background: var(--soft); padding: 0.5rem; border-radius: 4px; }
pre, code { font-family: ui-monospace, monospace; font-size: 0.9em; }
details { margin: 0.5rem 0; border: 1px solid var(--line); border-radius: 4px; padding: 0.25rem 0.75rem; }
summary { cursor: pointer; }
blockquote { margin: 0.5rem 0; padding-inline-start: 0.75rem; border-inline-start: 3px solid var(--line); }
table { border-collapse: collapse; display: block; overflow-x: auto; }
th, td { border: 1px solid var(--line); padding: 0.25rem 0.5rem; text-align: start; }
img { max-width: 100%; }
.note { font-style: italic; opacity: 0.85; }
`;

function htmlOf(passage: Passage): string {
  switch (passage.kind) {
    case 'said': {
      const { who, time, content } = passage;
      const when = `<time datetime="${escaped(time)}">${escaped(timeText(time))}</time>`;
      const heading = who === undefined ? '' : `<h2>${who} ${when}</h2>`;
      const isYou = who === 'You';
      const parts = content.map(part => (isYou ? plainPart(part) : answerPart(part)));
      return `<section${isYou ? ' class="you"' : ''}>${heading}${parts.join('')}</section>`;
    }
    case 'note':
      return `<p class="note" dir="auto">${escaped(passage.text)}</p>`;
    case 'aside': {
      const summary = `<summary dir="auto">${escaped(visibleProse(passage.title))}</summary>`;
      return `<details>${summary}${passage.content.map(rawPart).join('')}</details>`;
    }
  }
}

function plainPart(part: Content): string {
  if (part.type !== 'text') return rawPart(part);
  return `<div class="plain" dir="auto">${escaped(part.text)}</div>`;
}

function answerPart(part: Content): string {
  if (part.type !== 'text' || part.text.length > longestMarkdown) return plainPart(part);
  return `<div dir="auto">${markdown.render(part.text)}</div>`;
}

/** In characters. */
const longestMarkdown = 1_000_000;

function rawPart(part: Content): string {
  const type = part.type === 'image' ? imageType(part) : undefined;
  if (part.type === 'image' && type !== undefined)
    return `<p><img alt="Image" src="data:${type};base64,${toBase64(part.bytes)}"></p>`;
  const text = textOf([part]);
  return text === '' ? '' : `<pre dir="auto">${escaped(text)}</pre>`;
}

const markdown = createMarkdown();

function createMarkdown() {
  const renderer = new MarkdownIt({ html: false, linkify: false }).disable('image');
  renderer.validateLink = () => true;
  // Other addresses start programs, or lead to files beside the page: of those links, only the text stays.
  renderer.core.ruler.push('web_links', ({ tokens }) => {
    let isWeb = true;
    for (const token of tokens.flatMap(({ children }) => children ?? [])) {
      if (token.type === 'link_open') isWeb = /^https?:\/\//i.test(String(token.attrGet('href')));
      if (token.type === 'link_open' || token.type === 'link_close') token.hidden = !isWeb;
    }
  });
  return renderer;
}

const { escapeHtml: escaped } = markdown.utils;
