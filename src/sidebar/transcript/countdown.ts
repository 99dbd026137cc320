import { html, nothing, type TemplateResult } from 'lit';
import { TimeLeft } from '../page/time-left.ts';

export class Countdown extends TimeLeft {
  protected override render(): TemplateResult | typeof nothing {
    return this.remaining > 0 ? html` in ${Math.ceil(this.remaining / 1000)} s` : nothing;
  }
}
