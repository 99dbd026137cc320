import { html, nothing, type TemplateResult } from 'lit';
import { icon } from '../page/icon.ts';
import { LightElement } from '../page/light-element.ts';
import { Popup } from '../page/popup.ts';
import { sendToHost } from '../page/send-to-host.ts';
import type { SidebarMode } from '../protocol.ts';
import { nextOption } from './next-option.ts';

/** Shows in which mode the conversation is, and lets you choose another. */
export class ModePicker extends LightElement {
  static override properties = { modes: { attribute: false }, mode: { attribute: false } };
  declare modes: readonly SidebarMode[];
  /** The name of the chosen one. There may be none of it any more. */
  declare mode: string;

  #popup = new Popup(this);

  protected override render(): TemplateResult {
    const { isOpen } = this.#popup;
    const chosen = this.modes.find(({ name }) => name === this.mode);
    const label = chosen?.title ?? `${this.mode} (missing)`;
    return html`
      <button
        type="button"
        class="picker-button"
        title="Choose mode"
        aria-label="Mode: ${label}"
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
    return html`<div class="popup" @keydown=${this.#onKeydown}>
      <div role="listbox" aria-label="Modes">${this.modes.map(mode => this.#option(mode))}</div>
    </div>`;
  }

  #option({ name, title, description }: SidebarMode): TemplateResult {
    const isChosen = name === this.mode;
    return html`<div
      class="option option-explained"
      role="option"
      tabindex="-1"
      data-name=${name}
      aria-selected=${isChosen}
      @click=${() => this.#choose(name)}
    >
      ${icon(isChosen ? 'check' : 'blank')}
      <span class="option-label">${title}<span class="option-explanation">${description}</span></span>
    </div>`;
  }

  #toggle = (): void => {
    void this.#popup.toggle(
      () =>
        this.querySelector<HTMLElement>('[aria-selected=true]') ??
        this.querySelector<HTMLElement>('[role=option]'),
    );
  };

  #choose(name: string): void {
    if (name !== this.mode) sendToHost(this, { type: 'choose-mode', name });
    this.#popup.close();
  }

  #onKeydown = (event: KeyboardEvent): void => {
    const options = [...this.querySelectorAll<HTMLElement>('[role=option]')];
    const at = options.findIndex(option => option.matches(':focus'));
    const next = nextOption(event, options, at);
    const name = options[at]?.dataset.name;
    if (next !== undefined) options[next]?.focus();
    else if ((event.key === 'Enter' || event.key === ' ') && name !== undefined) this.#choose(name);
    else return;
    event.preventDefault();
  };
}
