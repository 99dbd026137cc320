import { isTyping } from './is-typing.ts';

export const controlEnter = isMac() ? '⌘Enter' : 'Ctrl+Enter';

/** As screen readers say it. */
export const controlName = isMac() ? 'Command' : 'Control';

/** A field that you are writing in keeps its keys. */
export function allows(event: KeyboardEvent): boolean {
  if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey) || event.shiftKey || event.altKey)
    return false;
  const isInRequest = event.target instanceof Element && event.target.closest('.request') !== null;
  return !event.repeat && !event.isComposing && !event.defaultPrevented && !isInRequest && !isTyping();
}

export function opensFind(event: KeyboardEvent): boolean {
  return event.key.toLowerCase() === 'f' && hasControl(event) && !event.altKey;
}

/** The key of the command that focuses the sidebar. On a Mac, Alt makes another character of it. */
export function wantsField(event: KeyboardEvent): boolean {
  const isJ = isMac() ? event.code === 'KeyJ' : event.key.toLowerCase() === 'j';
  return isJ && hasControl(event) && event.altKey;
}

function hasControl({ ctrlKey, metaKey, shiftKey }: KeyboardEvent): boolean {
  const [wanted, other] = isMac() ? [metaKey, ctrlKey] : [ctrlKey, metaKey];
  return wanted && !other && !shiftKey;
}

function isMac(): boolean {
  return globalThis.navigator?.platform.startsWith('Mac') === true;
}
