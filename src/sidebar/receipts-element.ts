import { html, nothing, type TemplateResult } from 'lit';
import { ClaimMarks, plainText } from './claim-marks.ts';
import { icon } from './page/icon.ts';
import { LightElement, reactive } from './page/light-element.ts';
import type { SidebarReceipt } from './protocol.ts';

export class ReceiptsElement extends LightElement {
  static override properties = reactive('receipts');
  declare receipts: readonly SidebarReceipt[];

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
    const unsupported = this.#unsupported;
    const supported = this.receipts.filter(({ call }) => call !== undefined);
    return html`
      ${
        unsupported.length === 0
          ? nothing
          : html`<div class="unsupported" role="note">
              <p class="notice">${icon('question')}<span>No call did what the answer says here:</span></p>
              <ul>${unsupported.map(claim => html`<li>${plainText(claim)}</li>`)}</ul>
            </div>`
      }
      ${
        supported.length === 0
          ? nothing
          : html`<details class="raw supported">
              <summary>${supported.length === 1 ? '1 statement backed by a call' : `${supported.length} statements backed by calls`}</summary>
              <ul>${supported.map(({ text, call }) => html`<li><button type="button" title="Go to the Call" @click=${() => this.#showCall(call)}>${plainText(text)}</button></li>`)}</ul>
            </details>`
      }
    `;
  }

  get #unsupported(): readonly string[] {
    return this.receipts.flatMap(({ text, call }) => (call === undefined ? [text] : []));
  }

  #mark(): void {
    this.#marks.show(this.#answer(), this.#unsupported);
  }

  #answer(): Element | undefined {
    return [...(this.#turn()?.querySelectorAll('.answer converser-markdown') ?? [])].at(-1);
  }

  #showCall(call = ''): void {
    this.#turn()
      ?.querySelector<HTMLElement>(`[aria-controls="details-${CSS.escape(call)}"]`)
      ?.focus();
  }

  #turn(): Element | null {
    return this.closest('.turn');
  }
}
