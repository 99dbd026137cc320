const stops = 'a[href], button, input, textarea, select, summary, [tabindex="0"]';

/** Does what Shift+Tab does elsewhere. Where nothing is above, the focus stays. */
export function focusAbove(element: HTMLElement): void {
  const above = [...document.querySelectorAll<HTMLElement>(stops)].findLast(
    each =>
      (element.compareDocumentPosition(each) & Node.DOCUMENT_POSITION_PRECEDING) !== 0 &&
      !each.matches(':disabled') &&
      each.checkVisibility(),
  );
  above?.focus();
}
