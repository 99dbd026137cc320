/** Finds notes by their numbers within one answer: names would have to be unique in the whole page. */
export function prepareFootnotes(fragment: DocumentFragment): void {
  for (const link of fragment.querySelectorAll<HTMLAnchorElement>('.footnote-ref > a')) {
    const number = numberOf(link);
    link.textContent = number;
    link.setAttribute('aria-label', `Note ${number}`);
  }
  for (const link of fragment.querySelectorAll('a.footnote-backref')) {
    link.textContent = '↩';
    link.setAttribute('aria-label', 'Back to the text');
  }
  for (const item of fragment.querySelectorAll<HTMLElement>('.footnote-item')) item.tabIndex = -1;
  fragment.querySelector('section.footnotes')?.setAttribute('aria-label', 'Notes');
}

export function isFootnoteLink(link: Element): boolean {
  return link.matches('.footnote-ref > a, a.footnote-backref');
}

export function followFootnote(link: Element, answer: Element): void {
  const number = Number(numberOf(link));
  const target = link.matches('a.footnote-backref')
    ? [...answer.querySelectorAll<HTMLElement>('.footnote-ref > a')].find(
        each => Number(numberOf(each)) === number,
      )
    : answer.querySelectorAll<HTMLElement>('.footnote-item')[number - 1];
  target?.scrollIntoView({ block: 'nearest' });
  target?.focus({ preventScroll: true });
}

/** `#fn2` and `#fnref2:1` both are about the second note. */
function numberOf(link: Element): string {
  return /^#fn(?:ref)?(\d+)/.exec(link.getAttribute('href') ?? '')?.[1] ?? '';
}
