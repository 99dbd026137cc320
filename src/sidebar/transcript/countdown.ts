import { html, nothing, type PropertyValues, type TemplateResult } from 'lit';
import { LightElement } from '../page/light-element.ts';

/** What is left of a wait, as in " in 7 s"; nothing once it is over. */
export class Countdown extends LightElement {
  static override properties = { wait: { attribute: false } };
  /** Milliseconds from now. */
  declare wait: number;
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
    if (changed.has('wait')) this.#end = performance.now() + this.wait;
  }

  protected override render(): TemplateResult | typeof nothing {
    const left = this.#end - performance.now();
    if (left > 0) return html` in ${Math.ceil(left / 1000)} s`;
    clearInterval(this.#timer);
    return nothing;
  }
}
