import { html, nothing, type TemplateResult } from 'lit';
import { icon } from './icon.ts';
import { LightElement } from './light-element.ts';
import { Popup } from './popup.ts';
import type { SidebarModel } from './protocol.ts';
import { tell } from './tell.ts';

/** Shows which model answers, and lets one choose another. */
export class ModelPicker extends LightElement {
  static override properties = { models: { attribute: false }, model: { attribute: false } };
  declare models: readonly SidebarModel[];
  /** The reference of the chosen one. */
  declare model: string | undefined;

  #popup = new Popup(this);

  protected override render(): TemplateResult {
    const { isOpen } = this.#popup;
    const chosen = this.models.find(({ reference }) => reference === this.model);
    const label = chosen?.label ?? 'No model';
    return html`
      <button
        type="button"
        class="picker-button"
        title="Choose model"
        aria-label="Model: ${label}"
        aria-haspopup="listbox"
        aria-expanded=${isOpen}
        @click=${this.#toggle}
      >
        <span class="picker-label">${label}</span>${icon('chevron-down')}
      </button>
      ${isOpen ? this.#list() : nothing}
    `;
  }

  #list(): TemplateResult {
    if (this.models.length === 0)
      return html`<div class="popup"><p class="hint">No model is available yet.</p></div>`;
    return html`<div class="popup" role="listbox" aria-label="Models" @keydown=${this.#onKeydown}>
      ${this.models.map(
        ({ reference, label, detail }) => html`<div
          class="option"
          role="option"
          tabindex="-1"
          aria-selected=${reference === this.model}
          @click=${() => this.#choose(reference)}
        >
          ${icon(reference === this.model ? 'check' : 'blank')}
          <span class="option-label">${label}</span><span class="option-detail">${detail}</span>
        </div>`,
      )}
    </div>`;
  }

  #toggle = (): void => {
    void this.#popup.toggle(
      () =>
        this.querySelector<HTMLElement>('[aria-selected=true]') ??
        this.querySelector<HTMLElement>('[role=option]'),
    );
  };

  #choose(reference: string): void {
    if (reference !== this.model) tell(this, { type: 'choose-model', reference });
    this.#popup.close();
  }

  #onKeydown = (event: KeyboardEvent): void => {
    const options = [...this.querySelectorAll<HTMLElement>('[role=option]')];
    const at = options.findIndex(option => option.matches(':focus'));
    const next = nextOption(event, options, at);
    if (next !== undefined) options[next]?.focus();
    else if (event.key === 'Enter' || event.key === ' ') this.#choose(this.models[at]?.reference ?? '');
    else return;
    event.preventDefault();
  };
}

function nextOption({ key }: KeyboardEvent, options: readonly HTMLElement[], at: number): number | undefined {
  switch (key) {
    case 'ArrowDown':
      return Math.min(at + 1, options.length - 1);
    case 'ArrowUp':
      return Math.max(at - 1, 0);
    case 'Home':
      return 0;
    case 'End':
      return options.length - 1;
    default:
      return key.length === 1 && key !== ' ' ? startingWith(key, options, at) : undefined;
  }
}

/** The next option that starts with a letter, from the beginning again after the last. */
function startingWith(letter: string, options: readonly HTMLElement[], at: number): number | undefined {
  const order = options.map((_, step) => (at + 1 + step) % options.length);
  return order.find(index => labelOf(options[index]).startsWith(letter.toLowerCase()));
}

function labelOf(option: HTMLElement | undefined): string {
  return option?.querySelector('.option-label')?.textContent?.toLowerCase() ?? '';
}
