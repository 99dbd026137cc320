import { opensFind } from './page-keys.ts';

/** Whether you have done something in the page, which a focus that comes late must not undo. */
export interface Touch {
  readonly isTouched: boolean;
  /** What you did is done with: a focus may follow from it. */
  forget(): void;
}

/** Follows what you do, until you leave the page or press a shortcut, which may be the one that asks for the focus. */
export function createTouch(): Touch {
  let isTouched = false;
  const touch = () => {
    isTouched = true;
  };
  const forget = () => {
    isTouched = false;
  };
  document.addEventListener('pointerdown', touch, { capture: true });
  document.addEventListener('keydown', event => (isShortcut(event) ? forget() : touch()), { capture: true });
  window.addEventListener('blur', forget);
  return {
    get isTouched() {
      return isTouched;
    },
    forget,
  };
}

/** The one that opens the find of the page has the page keep the focus. */
function isShortcut(event: KeyboardEvent): boolean {
  const { key, ctrlKey, metaKey, altKey } = event;
  return !opensFind(event) && (ctrlKey || metaKey || altKey || /^F\d/.test(key));
}
