import { html, nothing, type TemplateResult } from 'lit';
import { icon } from '../page/icon.ts';
import { LightElement } from '../page/light-element.ts';
import { Popup } from '../page/popup.ts';
import { sendToHost } from '../page/send-to-host.ts';
import { toolUseHints, toolUseTexts } from '../page/wording.ts';
import type { SidebarModel } from '../protocol.ts';
import { nextOption } from './next-option.ts';

/** Shows which model answers, and lets you choose another. */
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
      ${isOpen ? this.#popupContent() : nothing}
    `;
  }

  #popupContent(): TemplateResult {
    return html`<div class="popup" @keydown=${this.#onKeydown}>
      ${this.models.length === 0 ? html`<p class="hint">No models yet.</p>` : this.#list()}
      <button type="button" class="popup-action" @click=${this.#connect}>
        ${icon('plug')}<span class="option-label">Connect to Models…</span>
      </button>
    </div>`;
  }

  #list(): TemplateResult {
    return html`<div role="listbox" aria-label="Models">
      ${[...Map.groupBy(this.models, ({ detail }) => detail)].map(
        ([source, models]) => html`<div role="group" aria-label=${source}>
          <p class="option-group" aria-hidden="true">${source}</p>
          ${models.map(model => this.#option(model))}
        </div>`,
      )}
    </div>`;
  }

  #option({ reference, label, tools }: SidebarModel): TemplateResult {
    return html`<div
      class="option"
      role="option"
      tabindex="-1"
      data-reference=${reference}
      aria-selected=${reference === this.model}
      @click=${() => this.#choose(reference)}
    >
      ${icon(reference === this.model ? 'check' : 'blank')}
      <span class="option-label">${label}</span>
      <span class="option-detail" title=${toolUseHints[tools]}>
        <span class="visually-hidden">, </span>${toolUseTexts[tools]}
      </span>
    </div>`;
  }

  #toggle = (): void => {
    void this.#popup.toggle(
      () =>
        this.querySelector<HTMLElement>('[aria-selected=true]') ??
        this.querySelector<HTMLElement>('[role=option]') ??
        this.querySelector<HTMLElement>('.popup-action'),
    );
  };

  #choose(reference: string): void {
    if (reference !== this.model) sendToHost(this, { type: 'choose-model', reference });
    this.#popup.close();
  }

  #connect = (): void => {
    this.#popup.close();
    sendToHost(this, { type: 'connect-to-models' });
  };

  #onKeydown = (event: KeyboardEvent): void => {
    const options = [...this.querySelectorAll<HTMLElement>('[role=option], .popup-action')];
    const at = options.findIndex(option => option.matches(':focus'));
    const next = nextOption(event, options, at);
    const reference = options[at]?.dataset.reference;
    if (next !== undefined) options[next]?.focus();
    else if ((event.key === 'Enter' || event.key === ' ') && reference !== undefined) this.#choose(reference);
    // The button below the models handles its own keys.
    else return;
    event.preventDefault();
  };
}
