import { findPattern } from './find-pattern.ts';

/** What is searched of a drawn turn, in the order of `searchedParts`. */
const parts = '.user-text, .answer converser-markdown, converser-invocation';

const notText = '.code-head, .visually-hidden, [aria-hidden=true]';

const blocks = 'p, li, th, td, h1, h2, h3, h4, h5, h6, pre, blockquote, div, .user-text';

export type DrawnMatch = { readonly range: Range } | { readonly call: HTMLElement };

/** `isFound` says whether a call is a match, as not all of it may be drawn. */
export function drawnMatches(
  turn: Element,
  wanted: string,
  isFound: (call: Element) => boolean,
): readonly DrawnMatch[] {
  return [...turn.querySelectorAll<HTMLElement>(parts)]
    .filter(part => part.parentElement?.closest('converser-invocation, .reasoning') === null)
    .flatMap((part): readonly DrawnMatch[] => {
      if (part.localName === 'converser-invocation') return isFound(part) ? [{ call: part }] : [];
      return rangesIn(part, wanted).map(range => ({ range }));
    });
}

/** Where a text stands in an element, also where it goes on in other nodes of the same block. */
export function rangesIn(element: Element, wanted: string): readonly Range[] {
  const pattern = findPattern(wanted);
  if (pattern === undefined) return [];
  return textBlocks(element).flatMap(nodes => {
    const text = nodes.map(({ data }) => data).join('');
    return [...text.matchAll(pattern)].map(({ index, 0: { length } }) =>
      rangeOf(nodes, index, index + length),
    );
  });
}

function textBlocks(element: Element): readonly (readonly Text[])[] {
  const found: { readonly block: Element | null; readonly nodes: Text[] }[] = [];
  const walker = document.createTreeWalker(element, NodeFilter.SHOW_TEXT);
  for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
    if (!(node instanceof Text) || node.parentElement?.closest(notText)) continue;
    const block = node.parentElement?.closest(blocks) ?? null;
    const last = found.at(-1);
    if (last !== undefined && last.block === block) last.nodes.push(node);
    else found.push({ block, nodes: [node] });
  }
  return found.map(({ nodes }) => nodes);
}

function rangeOf(nodes: readonly Text[], from: number, to: number): Range {
  const range = document.createRange();
  let before = 0;
  for (const node of nodes) {
    const end = before + node.length;
    if (from >= before && from < end) range.setStart(node, from - before);
    if (to > before && to <= end) range.setEnd(node, to - before);
    before = end;
  }
  return range;
}
