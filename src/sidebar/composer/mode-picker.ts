import { html, type TemplateResult } from 'lit';
import { icon } from '../page/icon.ts';
import { reactive } from '../page/light-element.ts';
import { sendToHost } from '../page/send-to-host.ts';
import type { SidebarMode } from '../protocol.ts';
import { ListPicker } from './list-picker.ts';

export class ModePicker extends ListPicker {
  static override properties = reactive('modes', 'mode');
  declare modes: readonly SidebarMode[];
  declare mode: string;

  protected override render(): TemplateResult {
    const chosen = this.modes.find(({ name }) => name === this.mode);
    const label = chosen?.title ?? `${this.mode} (missing)`;
    return this.button(
      { title: 'Choose mode', label: `Mode: ${label}` },
      html`<span class="picker-label">${label}</span>${icon('chevron-down')}`,
      () => html`<div role="listbox" aria-label="Modes">${this.modes.map(mode => this.#option(mode))}</div>`,
    );
  }

  #option({ name, title, description }: SidebarMode): TemplateResult {
    return this.option(
      name,
      { isChosen: name === this.mode, isExplained: true },
      html`<span class="option-label">${title}<span class="option-explanation">${description}</span></span>`,
    );
  }

  protected override choose(name: string): void {
    if (name !== this.mode) sendToHost(this, { type: 'choose-mode', name });
    this.popup.close();
  }
}
