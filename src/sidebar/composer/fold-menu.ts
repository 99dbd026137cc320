import { html, type TemplateResult } from 'lit';
import { icon } from '../page/icon.ts';
import { reactive } from '../page/light-element.ts';
import { ListPicker } from './list-picker.ts';

/** Leads to the pickers for which the bar has no room: their buttons are hidden, their lists open all the same. */
export class FoldMenu extends ListPicker {
  static override properties = reactive('mode');
  /** Empty for the ordinary mode, which goes without saying. */
  declare mode: string;

  protected override readonly stops = '.popup-action';

  protected override render(): TemplateResult {
    return this.button(
      {
        title: 'Tools, mode and thinking',
        label: `Tools, mode and thinking${this.mode === '' ? '' : `: ${this.mode}`}`,
        popup: 'menu',
      },
      html`${icon('settings')}<span class="picker-label">${this.mode}</span>`,
      () => html`<div role="menu" aria-label="Tools, mode and thinking">
        ${this.#folded.map(
          (button, at) =>
            html`<button type="button" class="popup-action" role="menuitem" data-name=${at} @click=${() => this.choose(`${at}`)}>
              <span class="option-label">${button.ariaLabel}</span>${icon('chevron-right')}
            </button>`,
        )}
      </div>`,
    );
  }

  get #folded(): readonly HTMLElement[] {
    const bar = this.closest('.field-bar');
    const buttons = bar?.querySelectorAll<HTMLElement>(':scope > button, :scope > * > .picker-button') ?? [];
    return [...buttons].filter(button => !button.checkVisibility());
  }

  protected override choose(name: string): void {
    const button = this.#folded[Number(name)];
    this.popup.close();
    button?.click();
  }
}
