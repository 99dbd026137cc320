import { html, type TemplateResult } from 'lit';
import { icon } from '../page/icon.ts';
import { reactive } from '../page/light-element.ts';
import { sendToHost } from '../page/send-to-host.ts';
import { factsOf, toolUseHints } from '../page/wording.ts';
import type { SidebarModel } from '../protocol.ts';
import { ListPicker } from './list-picker.ts';

export class ModelPicker extends ListPicker {
  static override properties = reactive('models', 'model');
  declare models: readonly SidebarModel[];
  declare model: string | undefined;

  protected override readonly stops = '[role=option], .popup-action';

  protected override render(): TemplateResult {
    const chosen = this.models.find(({ reference }) => reference === this.model);
    const label = chosen?.label ?? 'No model';
    return this.button(
      { title: 'Choose model', label: `Model: ${label}` },
      html`<span class="picker-label">${shortLabel(label, this.model)}</span>${icon('chevron-down')}`,
      () => html`${this.models.length === 0 ? html`<p class="hint">No models yet.</p>` : this.#list()}
        <button type="button" class="popup-action" @click=${this.#connect}>
          ${icon('plug')}<span class="option-label">Connect to Models…</span>
        </button>`,
    );
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

  #option(model: SidebarModel): TemplateResult {
    const { reference, label, tools } = model;
    return this.option(
      reference,
      { isChosen: reference === this.model, isExplained: true },
      html`
        <span class="option-label">${label}<span class="visually-hidden">, </span><span class="option-explanation" title=${toolUseHints[tools]}>${factsOf(model)}</span></span>
      `,
    );
  }

  protected override choose(reference: string): void {
    if (reference !== this.model) sendToHost(this, { type: 'choose-model', reference });
    this.popup.close();
  }

  #connect = (): void => {
    this.popup.close();
    sendToHost(this, { type: 'connect-to-models' });
  };
}

/** Rehearsal says in its answers, too, that it is rule-based. There is little room for names. */
function shortLabel(label: string, reference = ''): string {
  return reference.startsWith('rehearsal/') ? label.replace(/ \(.*\)$/, '') : label;
}
