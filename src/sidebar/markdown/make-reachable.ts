/** What may be wider than the view must be reachable by keyboard to be scrolled. */
export function makeReachable(scrolled: HTMLElement, name: string): void {
  scrolled.tabIndex = 0;
  scrolled.setAttribute('role', 'group');
  scrolled.setAttribute('aria-label', name);
}
