import { html, nothing, type PropertyValues, type TemplateResult } from 'lit';
import { LightElement } from '../page/light-element.ts';

/** Milliseconds before the end from which on it is shown. Earlier, it would only hurry you. */
const shownFor = 60_000;

/** How long a question still waits for your answer, near the end of it. */
export class TimeLeft extends LightElement {
  static override properties = { left: { attribute: false } };
  /** Milliseconds from now. */
  declare left: number;
  #end = 0;
  #timer: ReturnType<typeof setInterval> | undefined;

  override connectedCallback(): void {
    super.connectedCallback();
    this.#timer = setInterval(() => this.requestUpdate(), 500);
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    clearInterval(this.#timer);
  }

  protected override willUpdate(changed: PropertyValues): void {
    if (changed.has('left')) this.#end = performance.now() + this.left;
  }

  protected override render(): TemplateResult | typeof nothing {
    const left = Math.max(0, this.#end - performance.now());
    if (left > shownFor) return nothing;
    return html`<p class="time-left" role="timer">Without an answer, it is denied in ${Math.ceil(left / 1000)} s.</p>`;
  }
}
