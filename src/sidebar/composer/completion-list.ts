import {
  html,
  nothing,
  type ReactiveController,
  type ReactiveControllerHost,
  type TemplateResult,
} from 'lit';
import { countText } from '../../converser/ground/wording/numbers.ts';
import { icon } from '../page/icon.ts';
import { sendToHost } from '../page/send-to-host.ts';
import type { CompletionItem, ToPage } from '../protocol.ts';
import { completionPlace } from './completion-place.ts';

type Host = ReactiveControllerHost & HTMLElement;

export interface CompletionListOptions {
  readonly field: () => HTMLTextAreaElement | null;
  readonly changed: () => void;
}

/** The focus stays in the field: https://www.w3.org/WAI/ARIA/apg/patterns/combobox/ */
export class CompletionList implements ReactiveController {
  readonly #host: Host;
  readonly #options: CompletionListOptions;
  #request = 0;
  #start = 0;
  #items: readonly CompletionItem[] = [];
  #marked = 0;

  constructor(host: Host, options: CompletionListOptions) {
    this.#host = host;
    this.#options = options;
    host.addController(this);
  }

  hostConnected(): void {
    this.#host.addEventListener('focusout', this.#onFocusout);
  }

  hostDisconnected(): void {
    this.#host.removeEventListener('focusout', this.#onFocusout);
  }

  get isOpen(): boolean {
    return this.#items.length > 0;
  }

  get marked(): string | undefined {
    return this.isOpen ? `completion-${this.#marked}` : undefined;
  }

  look(): void {
    const field = this.#options.field();
    const before = field?.value.slice(0, field.selectionStart) ?? '';
    this.#request++;
    if (completionPlace(before) === undefined || field?.selectionStart !== field?.selectionEnd) this.close();
    else sendToHost(this.#host, { type: 'complete', request: this.#request, text: before });
  }

  take({ request, start, items }: ToPage & { readonly type: 'completions' }): void {
    if (request !== this.#request) return;
    this.#start = start;
    this.#items = items;
    this.#marked = 0;
    this.#host.requestUpdate();
  }

  close(): void {
    this.#request++;
    if (!this.isOpen) return;
    this.#items = [];
    this.#host.requestUpdate();
  }

  takeKey({ key, shiftKey, ctrlKey, metaKey, altKey }: KeyboardEvent): boolean {
    if (!this.isOpen || shiftKey || ctrlKey || metaKey || altKey) return false;
    switch (key) {
      case 'ArrowDown':
        this.#mark((this.#marked + 1) % this.#items.length);
        return true;
      case 'ArrowUp':
        this.#mark((this.#marked - 1 + this.#items.length) % this.#items.length);
        return true;
      case 'Enter':
      case 'Tab':
        this.#choose(this.#items[this.#marked]);
        return true;
      case 'Escape':
        this.close();
        return true;
      default:
        return false;
    }
  }

  render(): TemplateResult {
    return html`
      ${
        this.isOpen
          ? html`<div class="popup completions" id="completions" role="listbox" aria-label="Suggestions">
              ${this.#items.map((item, at) => this.#option(item, at))}
            </div>`
          : nothing
      }
      <div class="visually-hidden" aria-live="polite">${this.isOpen ? countText(this.#items.length, 'suggestion') : ''}</div>
    `;
  }

  #option(item: CompletionItem, at: number): TemplateResult {
    // Pressing it must not take the focus from the field.
    return html`<div
      class="option"
      role="option"
      id="completion-${at}"
      aria-selected=${at === this.#marked}
      @pointerdown=${(event: Event) => event.preventDefault()}
      @click=${() => this.#choose(item)}
    >
      ${item.icon === undefined ? nothing : icon(item.icon)}<span class="option-label">${item.label}</span><span class="option-detail">${item.detail}</span>
    </div>`;
  }

  #mark(at: number): void {
    this.#marked = at;
    this.#host.requestUpdate();
    void this.#host.updateComplete.then(() =>
      this.#host.querySelector(`#completion-${at}`)?.scrollIntoView({ block: 'nearest' }),
    );
  }

  #choose(item: CompletionItem | undefined): void {
    const field = this.#options.field();
    if (item === undefined || field === null) return;
    const start = this.#start;
    this.close();
    field.setRangeText(item.insert ?? '', start, field.selectionStart, 'end');
    this.#options.changed();
    if (item.picks) sendToHost(this.#host, { type: 'pick-files' });
    else if (item.template !== undefined) sendToHost(this.#host, { type: 'attach', template: item.template });
    // The chosen text may be the start of something longer, such as a folder.
    else this.look();
  }

  #onFocusout = ({ relatedTarget }: FocusEvent): void => {
    if (!(relatedTarget instanceof Node && this.#host.contains(relatedTarget))) this.close();
  };
}
