import type { PropertyValues } from 'lit';
import { LightElement, reactive } from './light-element.ts';

export abstract class TimeLeft extends LightElement {
  static override properties = reactive('left');
  /** Milliseconds from when it is set. */
  declare left: number;
  #end = 0;
  #timer: ReturnType<typeof setInterval> | undefined;

  override connectedCallback(): void {
    super.connectedCallback();
    this.#tick();
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    clearInterval(this.#timer);
  }

  protected get remaining(): number {
    return Math.max(0, this.#end - performance.now());
  }

  protected override willUpdate(changed: PropertyValues): void {
    if (!changed.has('left')) return;
    this.#end = performance.now() + this.left;
    this.#tick();
  }

  protected override updated(): void {
    if (this.remaining === 0) clearInterval(this.#timer);
  }

  #tick(): void {
    clearInterval(this.#timer);
    this.#timer = setInterval(() => this.requestUpdate(), 500);
  }
}
