import { html, nothing, type TemplateResult } from 'lit';
import { icon } from '../page/icon.ts';
import { LightElement } from '../page/light-element.ts';
import { Popup } from '../page/popup.ts';
import { nextOption } from './next-option.ts';

interface ButtonTexts {
  readonly title: string;
  readonly label: string;
  readonly popup?: 'listbox' | 'dialog' | 'menu';
}

export abstract class ListPicker extends LightElement {
  protected readonly popup = new Popup(this);
  protected readonly stops: string = '[role=option]';

  protected abstract choose(name: string): void;

  protected button(
    { title, label, popup = 'listbox' }: ButtonTexts,
    content: TemplateResult,
    list: () => TemplateResult,
  ): TemplateResult {
    const { isOpen } = this.popup;
    return html`
      <button
        type="button"
        class="picker-button"
        title=${title}
        aria-label=${label}
        aria-haspopup=${popup}
        aria-expanded=${isOpen}
        @click=${this.#toggle}
      >
        ${content}
      </button>
      ${isOpen ? html`<div class="popup" @keydown=${this.#onKeydown}>${list()}</div>` : nothing}
    `;
  }

  protected option(
    name: string,
    { isChosen, isExplained = false }: { readonly isChosen: boolean; readonly isExplained?: boolean },
    content: TemplateResult,
  ): TemplateResult {
    return html`<div
      class=${isExplained ? 'option option-explained' : 'option'}
      role="option"
      tabindex="-1"
      data-name=${name}
      aria-selected=${isChosen}
      @click=${() => this.choose(name)}
    >
      ${icon(isChosen ? 'check' : 'blank')}${content}
    </div>`;
  }

  readonly #toggle = (): void => {
    void this.popup.toggle(
      () =>
        this.querySelector<HTMLElement>('[aria-selected=true]') ??
        this.querySelector<HTMLElement>('.popup :is([tabindex], button)'),
    );
  };

  readonly #onKeydown = (event: KeyboardEvent): void => {
    const options = [...this.querySelectorAll<HTMLElement>(this.stops)];
    const at = options.findIndex(option => option.matches(':focus'));
    const next = nextOption(event, options, at);
    const name = options[at]?.dataset.name;
    if (next !== undefined) options[next]?.focus();
    else if ((event.key === 'Enter' || event.key === ' ') && name !== undefined) this.choose(name);
    // A button handles its own keys.
    else return;
    event.preventDefault();
  };
}
