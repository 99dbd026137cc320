import { html, type TemplateResult } from 'lit';
import { ClaimMarks, plainText } from './claim-marks.ts';
import { icon } from './page/icon.ts';
import { LightElement } from './page/light-element.ts';

/** What an answer says was done, and no call has done: named below it, and marked in it. */
export class UnsupportedElement extends LightElement {
  static override properties = { claims: { attribute: false } };
  /** In Markdown. */
  declare claims: readonly string[];

  readonly #marks = new ClaimMarks();
  /** The answer is drawn a little later than this, and anew when its colours change. */
  readonly #drawn = new MutationObserver(() => this.#mark());

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.#drawn.disconnect();
    this.#marks.clear();
  }

  protected override updated(): void {
    this.#mark();
    this.#drawn.disconnect();
    const answer = this.#answer();
    if (answer !== undefined) this.#drawn.observe(answer, { childList: true, subtree: true });
  }

  protected override render(): TemplateResult {
    return html`<div class="unsupported" role="note">
      <p class="notice">${icon('question')}<span>No call did what the answer says here:</span></p>
      <ul>${this.claims.map(claim => html`<li>${plainText(claim)}</li>`)}</ul>
    </div>`;
  }

  #mark(): void {
    this.#marks.show(this.#answer(), this.claims);
  }

  #answer(): Element | undefined {
    return [...(this.closest('.turn')?.querySelectorAll('.answer converser-markdown') ?? [])].at(-1);
  }
}
