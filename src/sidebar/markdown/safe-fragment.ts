import DOMPurify, { type Config } from 'dompurify';
import { fileReference, linkTarget } from './link-target.ts';

const allowed: Config & { RETURN_DOM_FRAGMENT: true } = {
  ALLOWED_TAGS: [
    ...['p', 'br', 'hr', 'blockquote', 'ul', 'ol', 'li', 'h1', 'h2', 'h3', 'h4', 'h5', 'h6'],
    ...['a', 'em', 'strong', 's', 'code', 'pre', 'table', 'thead', 'tbody', 'tr', 'th', 'td'],
  ],
  ALLOWED_ATTR: ['href', 'title', 'class', 'start'],
  // `linkTarget` checks once more what passes here.
  ALLOWED_URI_REGEXP: /^(?:https?:|file:|vscode-(?:remote|vfs):|[a-z]:(?:[\\/]|%5C)|(?![a-z][a-z0-9+.-]*:))/i,
  ALLOW_DATA_ATTR: false,
  ALLOW_ARIA_ATTR: false,
  RETURN_DOM_FRAGMENT: true,
};

/**
 * HTML that came from Markdown as nodes to show: sanitised, links only to what may be opened, code blocks with a
 * head that names their language and copies them.
 */
export function safeFragment(html: string): DocumentFragment {
  const fragment = DOMPurify.sanitize(html, allowed);
  for (const anchor of fragment.querySelectorAll('a')) keepOnlyGoodLink(anchor);
  for (const code of fragment.querySelectorAll('code')) {
    if (code.parentElement instanceof HTMLPreElement) addHead(code.parentElement, languageOf(code));
    else linkFile(code);
  }
  for (const table of fragment.querySelectorAll('table')) makeScrollable(table);
  return fragment;
}

function keepOnlyGoodLink(anchor: HTMLAnchorElement): void {
  const target = linkTarget(anchor.getAttribute('href') ?? '');
  if (target === undefined) {
    anchor.replaceWith(...anchor.childNodes);
    return;
  }
  anchor.setAttribute('href', target);
  if (!anchor.title) anchor.title = target;
}

function linkFile(code: HTMLElement): void {
  const target = fileReference(code.textContent ?? '');
  if (target === undefined || code.closest('a') !== null) return;
  const anchor = document.createElement('a');
  anchor.setAttribute('href', target);
  anchor.title = target;
  code.replaceWith(anchor);
  anchor.append(code);
}

function languageOf(code: Element): string {
  return /(?:^|\s)language-(\S+)/.exec(code.className)?.[1] ?? '';
}

function addHead(pre: HTMLPreElement, language: string): void {
  const block = element('div', 'code-block');
  const head = element('div', 'code-head');
  const label = element('span', 'code-language');
  label.textContent = language || 'text';
  const copy = document.createElement('button');
  copy.type = 'button';
  copy.className = 'icon-button copy-code';
  copy.title = 'Copy code';
  copy.setAttribute('aria-label', `Copy code${language === '' ? '' : ` (${language})`}`);
  const icon = element('span', 'codicon codicon-copy');
  icon.setAttribute('aria-hidden', 'true');
  copy.append(icon);
  head.append(label, copy);
  pre.replaceWith(block);
  makeReachable(pre, language === '' ? 'Code' : `Code, ${language}`);
  block.append(head, pre);
}

function makeScrollable(table: HTMLTableElement): void {
  const frame = element('div', 'table-frame');
  table.replaceWith(frame);
  makeReachable(frame, 'Table');
  frame.append(table);
}

/** What may be wider than the view must be reachable by keyboard to be scrolled. */
function makeReachable(scrolled: HTMLElement, name: string): void {
  scrolled.tabIndex = 0;
  scrolled.setAttribute('role', 'group');
  scrolled.setAttribute('aria-label', name);
}

function element(tag: 'div' | 'span', className: string): HTMLElement {
  const made = document.createElement(tag);
  made.className = className;
  return made;
}
