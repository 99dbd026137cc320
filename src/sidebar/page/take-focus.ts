let awaited: (() => void) | undefined;

/** Waits until you come to the page: elsewhere in VS Code you may be typing, and keys would end up here. */
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
