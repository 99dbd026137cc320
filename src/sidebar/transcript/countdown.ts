import { html, nothing, type TemplateResult } from 'lit';
import { TimeLeft } from '../page/time-left.ts';

/** What is left of a wait, as in " in 7 s"; nothing once it is over. */
export class Countdown extends TimeLeft {
  protected override render(): TemplateResult | typeof nothing {
    return this.remaining > 0 ? html` in ${Math.ceil(this.remaining / 1000)} s` : nothing;
  }
}
