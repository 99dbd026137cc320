import type { ReactiveController, ReactiveControllerHost } from 'lit';

type Host = ReactiveControllerHost & HTMLElement;

/** Folds what is `.foldable` when the name of the model would be cut otherwise, and if need be the window's ring, too. */
export class FoldingBar implements ReactiveController {
  readonly #host: Host;
  #due = 0;
  // An observer may not change what it observes, so this is done before the next frame.
  readonly #sizes = new ResizeObserver(() => {
    cancelAnimationFrame(this.#due);
    this.#due = requestAnimationFrame(this.#fit);
  });

  constructor(host: Host) {
    this.#host = host;
    host.addController(this);
  }

  hostDisconnected(): void {
    this.#sizes.disconnect();
    cancelAnimationFrame(this.#due);
  }

  /** Whatever changes its width changes that of one of these, too. */
  watch(): void {
    for (const each of this.#host.querySelectorAll(
      '.field-bar, .field-bar > :is(.spacer, converser-model-picker)',
    ))
      this.#sizes.observe(each);
  }

  #fit = (): void => {
    const bar = this.#host.querySelector('.field-bar');
    if (bar === null) return;
    bar.classList.remove('folded', 'tight');
    bar.classList.toggle('folded', isCut(bar));
    bar.classList.toggle('tight', isCut(bar));
  };
}

function isCut(bar: Element): boolean {
  return [bar, bar.querySelector('converser-model-picker .picker-label')].some(
    each => each !== null && each.scrollWidth > each.clientWidth,
  );
}
