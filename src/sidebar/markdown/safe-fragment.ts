import DOMPurify, { type Config } from 'dompurify';
import { addHead } from './code/code-block.ts';
import { fileReference, linkTarget, pathsIn } from './link-target.ts';
import { makeReachable } from './make-reachable.ts';

const allowed: Config & { RETURN_DOM_FRAGMENT: true } = {
  ALLOWED_TAGS: [
    ...['p', 'br', 'hr', 'blockquote', 'ul', 'ol', 'li', 'h1', 'h2', 'h3', 'h4', 'h5', 'h6'],
    ...['a', 'em', 'strong', 's', 'code', 'pre', 'table', 'thead', 'tbody', 'tr', 'th', 'td'],
    ...['kbd', 'sub', 'sup', 'mark', 'u', 'b', 'i', 'span'],
  ],
  ALLOWED_ATTR: ['href', 'title', 'class', 'start'],
  // `linkTarget` checks once more what passes here.
  ALLOWED_URI_REGEXP: /^(?:https?:|file:|vscode-(?:remote|vfs):|[a-z]:(?:[\\/]|%5C)|(?![a-z][a-z0-9+.-]*:))/i,
  ALLOW_DATA_ATTR: false,
  ALLOW_ARIA_ATTR: false,
  RETURN_DOM_FRAGMENT: true,
};

/** Contract: the nodes are sanitised, and link only to what may be opened. */
export function safeFragment(html: string): DocumentFragment {
  const fragment = DOMPurify.sanitize(html, allowed);
  for (const anchor of fragment.querySelectorAll('a')) keepOnlyGoodLink(anchor);
  for (const box of fragment.querySelectorAll('.task-box')) showBox(box);
  for (const code of fragment.querySelectorAll('code')) {
    if (code.parentElement instanceof HTMLPreElement) addHead(code.parentElement, code);
    else if (!code.classList.contains('formula')) linkFile(code);
  }
  linkPaths(fragment);
  for (const cell of fragment.querySelectorAll('th, td')) keepNumberWhole(cell);
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
  // Never what the answer says about it: that may be another address.
  anchor.title = target;
}

function linkFile(code: HTMLElement): void {
  const target = fileReference(code.textContent ?? '');
  if (target === undefined || code.closest('a') !== null) return;
  const anchor = linkTo(target);
  code.replaceWith(anchor);
  anchor.append(code);
}

function linkTo(target: string): HTMLAnchorElement {
  const anchor = document.createElement('a');
  anchor.setAttribute('href', target);
  anchor.title = target;
  return anchor;
}

/** Paths in sentences. */
function linkPaths(fragment: DocumentFragment): void {
  const walker = document.createTreeWalker(fragment, NodeFilter.SHOW_TEXT);
  const found: [Text, ReturnType<typeof pathsIn>][] = [];
  for (let node = walker.nextNode(); node !== null; node = walker.nextNode())
    if (node instanceof Text && node.parentElement?.closest('a, code, .code-block') == null)
      found.push([node, pathsIn(node.data)]);
  for (const [node, paths] of found)
    for (const { at, text, target } of paths.toReversed()) {
      const path = node.splitText(at);
      path.splitText(text.length);
      const anchor = linkTo(target);
      path.replaceWith(anchor);
      anchor.append(path);
    }
}

function showBox(box: Element): void {
  const isDone = box.classList.contains('done');
  box.classList.add('codicon', isDone ? 'codicon-check' : 'codicon-blank');
  box.setAttribute('role', 'img');
  box.setAttribute('aria-label', isDone ? 'Done:' : 'To do:');
}

function keepNumberWhole(cell: Element): void {
  const text = cell.textContent ?? '';
  if (text.length <= 24 && /\d/.test(text)) cell.classList.add('number');
}

function makeScrollable(table: HTMLTableElement): void {
  const frame = document.createElement('div');
  frame.className = 'table-frame';
  table.replaceWith(frame);
  makeReachable(frame, 'Table');
  frame.append(table);
}
