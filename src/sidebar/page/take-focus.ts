let awaited: (() => void) | undefined;

/**
 * Focuses an element of the page, or waits until you come to the page: elsewhere in VS Code you may be typing, and
 * your next keys would end up here.
 *
 * @param find is asked at that moment, for the element may be gone by then
 */
export function takeFocus(find: () => HTMLElement | null | undefined): void {
  const focus = () => find()?.focus({ preventScroll: true });
  if (document.hasFocus()) {
    awaited = undefined;
    focus();
    return;
  }
  if (awaited === undefined)
    window.addEventListener(
      'focus',
      () => {
        awaited?.();
        awaited = undefined;
      },
      { once: true },
    );
  awaited = focus;
}
