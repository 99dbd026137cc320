import { html, nothing, type TemplateResult } from 'lit';
import { icon } from '../page/icon.ts';
import { TimeLeft } from '../page/time-left.ts';

/** Milliseconds before the end from which on it is shown. Earlier, it would only hurry you. */
const shownFor = 60_000;

export class AnswerTime extends TimeLeft {
  protected override render(): TemplateResult | typeof nothing {
    if (this.remaining > shownFor) return nothing;
    return html`<p class="time-left" role="timer">${icon('clock')}<span>Without an answer, it is denied in <span class="amount">${Math.ceil(this.remaining / 1000)} s.</span></span></p>`;
  }
}
